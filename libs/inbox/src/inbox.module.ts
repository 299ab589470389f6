import { Global, Module } from '@nestjs/common';
import { InboxAnswers } from './inbox-answers';
import { InboxService } from './inbox.service';
import { TroubleItems } from './trouble-items';

/** Inbox items. Needs, as global modules, data and documents. */
@Global()
@Module({
  providers: [InboxAnswers, InboxService, TroubleItems],
  exports: [InboxAnswers, InboxService],
})
export class InboxModule {}
