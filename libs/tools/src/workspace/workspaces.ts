import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { TenantScope } from '@vance/kernel';
import { Workspace } from './workspace';
import { workspaceError } from './confine';
import { WORKSPACE_OPTIONS, type WorkspaceOptions } from './workspace-options';

const SAFE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** Finds a project's workspace on this machine. */
@Injectable()
export class Workspaces {
  constructor(@Inject(WORKSPACE_OPTIONS) private readonly options: WorkspaceOptions) {}

  of(scope: TenantScope, project: string): Workspace {
    if (!SAFE_NAME.test(scope.tenantId) || !SAFE_NAME.test(project)) {
      throw workspaceError('This project has no workspace.');
    }
    const { dataDir, mounts } = this.options;
    return new Workspace(
      join(dataDir, 'workspaces', scope.tenantId, project),
      mounts.filter((mount) => mount.project === project),
    );
  }
}
