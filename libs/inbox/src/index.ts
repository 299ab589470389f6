export { InboxAnswers, type InboxAnswerHandler } from './inbox-answers';
export { InboxService } from './inbox.service';
export { InboxModule } from './inbox.module';
