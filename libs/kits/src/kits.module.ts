import { Global, Module } from '@nestjs/common';
import { KitCheck } from './kit-check';
import { KitJournal } from './kit-journal';
import { KitUpkeep } from './kit-upkeep';
import { KitWriter } from './kit-writer';
import { KitService } from './kit.service';

/** Kits. Needs, as global modules, data, tenancy, documents and a log. */
@Global()
@Module({
  providers: [KitCheck, KitJournal, KitWriter, KitService, KitUpkeep],
  exports: [KitService, KitUpkeep],
})
export class KitsModule {}
