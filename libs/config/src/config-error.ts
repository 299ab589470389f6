/** The environment cannot be used. One line per fault, each naming the variable, the fault and a right example. */
export class ConfigError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
  }
}
