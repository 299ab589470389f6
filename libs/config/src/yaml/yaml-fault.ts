/** Why a YAML text is refused. */
export interface YamlFault {
  /** First line is 1. */
  readonly line: number;
  readonly message: string;
  /** Of the key that is at fault, where it is one. */
  readonly path?: readonly string[];
}
