import { type AppConfig, ConfigError } from '@vance/config';
import { DomainError } from '@vance/kernel';

/** Why a server did not start, as one line for the person at the terminal. */
export function startErrorLine(error: unknown, config?: AppConfig): string {
  // Its message is written for this moment: one line per bad variable.
  if (error instanceof ConfigError || error instanceof DomainError) return error.message;
  if (!(error instanceof Error)) return `the server did not start: ${String(error)}`;
  const code = 'code' in error ? error.code : undefined;
  const place = config === undefined ? '' : `${config.host}:${config.port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `VANCE_PORT: ${place} is in use by another program; choose another port, for example VANCE_PORT=8788`;
    case 'EACCES':
      return `VANCE_PORT: this user may not listen on ${place}; choose a port above 1023, for example VANCE_PORT=8787`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      if (isListenError(error))
        return `VANCE_HOST: this machine has no address ${config?.host ?? ''}; for example VANCE_HOST=127.0.0.1`;
  }
  if (error.name.startsWith('Mongo'))
    return `MONGODB_URI: MongoDB cannot be used (${firstLine(error.message)}); for example MONGODB_URI=mongodb://127.0.0.1:27017/?replicaSet=rs0`;
  return `the server did not start: ${firstLine(error.message)}`;
}

function isListenError(error: Error): boolean {
  return 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
