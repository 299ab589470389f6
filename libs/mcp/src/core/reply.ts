import { z } from 'zod';
import type { RemoteReply } from '@vance/tools';

const block = z.looseObject({ type: z.string() });
/** What a server may answer a call with; blocks of kinds unknown here are named, not read. */
export const callResultSchema = z.looseObject({
  content: z.array(block).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
export type CallResult = z.infer<typeof callResultSchema>;

/** A server's answer as the model reads it: texts whole, everything else named in brackets. */
export function replyOf({ content, structuredContent, isError }: CallResult): RemoteReply {
  const said = content.map(textOf).join('\n');
  const text =
    said === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : said;
  if (isError === true) return { outcome: 'failed', error: text || 'The server gave no reason.' };
  return { outcome: 'ok', text: text || 'Done; the server said nothing.' };
}

const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const dataBlock = z.object({
  type: z.enum(['image', 'audio']),
  data: z.string(),
  mimeType: z.string(),
});
const linkBlock = z.object({ type: z.literal('resource_link'), uri: z.string() });
const resourceBlock = z.object({
  type: z.literal('resource'),
  resource: z.object({ uri: z.string(), text: z.string().optional() }),
});

function textOf(given: CallResult['content'][number]): string {
  const text = textBlock.safeParse(given);
  if (text.success) return text.data.text;
  const data = dataBlock.safeParse(given);
  if (data.success) {
    const { type, mimeType } = data.data;
    return `[${type} of type ${mimeType}, ${data.data.data.length} characters of base64, not shown]`;
  }
  const link = linkBlock.safeParse(given);
  if (link.success) return `[resource ${link.data.uri}]`;
  const resource = resourceBlock.safeParse(given);
  if (!resource.success) return `[${given.type}, not shown]`;
  return resource.data.resource.text ?? `[resource ${resource.data.resource.uri}, not text]`;
}
