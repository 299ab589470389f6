export { KitsModule } from './kits.module';
export { KitService, type KitApplied } from './kit.service';
export { KitUpkeep } from './kit-upkeep';
export { readArchive } from './archive/read-archive';
export { approvesKit } from './core/approval';
export { kitLimits, type Kit, type KitManifest, type RawFile } from './core/kit';
export { renderKit } from './core/render-kit';
