import { tenantScope } from '@vance/kernel';
import { Database } from '../database';
import { EventLog } from '../events/event-log';

/*
 * A child process of the numbering test: appends rows of its own process to a shared session until it is
 * done or killed. Arguments: uri, sessionId, processId, rows, first row.
 */
async function main(): Promise<void> {
  const [uri = '', sessionId = '', processId = '', rows = '0', first = '0'] = process.argv.slice(2);
  const database = await Database.connect({ uri });
  const log = new EventLog(database);
  await log.head(tenantScope('acme'), sessionId);
  for (let i = Number(first); i < Number(rows); i += 1) {
    await log.append({
      _id: `${processId}:${i}`,
      tenantId: 'acme',
      sessionId,
      processId,
      processName: 'chat',
      at: new Date(),
      events: Array.from({ length: 1 + (i % 3) }, () => ({
        type: 'process-progress' as const,
        status: 'IDLE' as const,
        statusTag: `${i}`,
      })),
    });
    process.send?.(i);
  }
  await database.close();
  process.disconnect();
}

void main();
