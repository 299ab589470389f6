import { z } from 'zod';
import { DomainError, Recent } from '@vance/kernel';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({
  timeZone: z
    .string()
    .max(64)
    .optional()
    .describe('IANA name, for example "Europe/Berlin"; UTC when absent'),
});

/** Tells the date and time, which a model cannot know. */
@ServerTool()
export class CurrentTimeTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'current_time';
  readonly description = 'The current date, time and weekday.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'identity'];

  async run(_context: ToolContext, { timeZone = 'UTC' }: z.infer<typeof parameters>) {
    const now = new Date();
    return { now: now.toISOString(), timeZone, local: localTime(now, timeZone) };
  }
}

/** Making one costs more than the whole rest of the call. */
const formats = new Recent<Intl.DateTimeFormat>(64);

function localTime(now: Date, timeZone: string): string {
  return formats.getOrMake(timeZone, () => formatFor(timeZone)).format(now);
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  try {
    const styles = { dateStyle: 'full', timeStyle: 'long' } as const;
    return new Intl.DateTimeFormat('en-GB', { timeZone, ...styles });
  } catch (cause) {
    const message = `There is no time zone "${timeZone}".`;
    throw new DomainError('BAD_REQUEST', message, { status: 400, fixer: 'model', cause });
  }
}
