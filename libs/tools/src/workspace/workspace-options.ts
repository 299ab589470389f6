/** A folder of the server's machine that appears, for reading only, as a top folder of a project's workspace. */
export interface WorkspaceMount {
  /** Name of the project, of whichever tenant: mount only what every tenant may read. */
  readonly project: string;
  /** Name of the top folder in the workspace. */
  readonly name: string;
  /** Absolute path of the folder it shows. */
  readonly folder: string;
}

/** Where workspaces lie. */
export interface WorkspaceOptions {
  /** Absolute; a project's own folder is `<dataDir>/workspaces/<tenantId>/<project>`. */
  readonly dataDir: string;
  readonly mounts: readonly WorkspaceMount[];
}

export const WORKSPACE_OPTIONS = Symbol('WORKSPACE_OPTIONS');
