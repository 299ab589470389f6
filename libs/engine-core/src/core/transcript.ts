import type { ApprovalSource, ChatMessageRow, TurnStep } from '@vance/data';
import type { ModelMessage } from '@vance/llm';

/** A history row as the model reads it; `null` for rows that are not for it (markers). */
export function rowMessage(
  row: Pick<ChatMessageRow, 'role' | 'content' | 'meta'>,
): ModelMessage | null {
  if (row.meta.kind === 'marker' || row.content === '') return null;
  switch (row.role) {
    case 'USER':
      return { role: 'user', content: row.content };
    case 'ASSISTANT':
      return { role: 'assistant', turn: { text: row.content, toolCalls: [] } };
    case 'SYSTEM':
      return { role: 'system', content: row.content };
  }
}

/**
 * What the model is told of a run: the words that began it, then its answers with their results. Grows
 * by appending the same objects, so that an adapter may keep their encoding.
 */
export class Transcript {
  private readonly told: ModelMessage[] = [];

  constructor(messages: readonly ApprovalSource[]) {
    for (const { content } of messages) this.told.push({ role: 'user', content });
  }

  get messages(): readonly ModelMessage[] {
    return this.told;
  }

  /** Appends an answer and exactly one result for each of its calls. */
  add(step: TurnStep): void {
    const { answer, calls, note } = step;
    if (answer.text !== '' || answer.toolCalls.length > 0)
      this.told.push({ role: 'assistant', turn: answer });
    answer.toolCalls.forEach((call, index) => {
      const content = calls[index]?.result ?? '';
      this.told.push({ role: 'tool', callId: call.id, name: call.name, content });
    });
    if (note !== undefined) this.told.push({ role: 'system', content: note });
  }
}
