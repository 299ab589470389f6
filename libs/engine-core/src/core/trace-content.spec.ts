import { ModelAccess } from '@vance/llm';
import { MAX_TRACE_CONTENT, traceContent } from './trace-content';

const tools = [{ name: 'doc_read', description: 'Reads', parameters: {} }];

describe('what a trace keeps of an exchange', () => {
  it('is what was said, and the names of what could be called', () => {
    const answer = { text: 'Hi.', toolCalls: [] };
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    expect(JSON.parse(traceContent({ messages, tools, answer }, undefined))).toEqual({
      ...{ messages, tools: ['doc_read'], answer },
    });
  });

  it('is cut where it is long', () => {
    const messages = [{ role: 'user', content: 'x'.repeat(MAX_TRACE_CONTENT) }] as const;
    expect(traceContent({ messages, tools }, undefined).length).toBeLessThanOrEqual(
      MAX_TRACE_CONTENT,
    );
  });

  it('never holds a tenant’s own key, also where a user has typed it', () => {
    const accesses = new Map([
      ['openai', { kind: 'own', access: new ModelAccess('sk-canary-1') }],
      ['gemini', { kind: 'none', reason: 'no key' }],
    ] as const);
    const messages = [{ role: 'user', content: 'My key is sk-canary-1.' }] as const;
    expect(traceContent({ messages, tools }, accesses)).not.toContain('sk-canary-1');
  });
});
