// A request to Gemini, retold as one for chat completions.

const NOTE = /^<system-note>\n([\s\S]*)\n<\/system-note>$/;

/** The body of `streamGenerateContent` as a chat-completions body; the system notes in it are system messages again. */
export function chatRequest(model, { systemInstruction, contents, tools = [], generationConfig }) {
  const instruction = textOf(systemInstruction?.parts);
  const functions = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const limit = generationConfig?.maxOutputTokens;
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    ...(limit === undefined ? {} : { max_tokens: limit }),
    messages: [
      ...(instruction === '' ? [] : [{ role: 'system', content: instruction }]),
      ...contents.flatMap(messagesOf),
    ],
    ...(functions.length === 0 ? {} : { tools: functions.map(toolOf) }),
  };
}

const textOf = (parts = []) => parts.map(({ text = '' }) => text).join('');

function messagesOf({ role, parts }) {
  return role === 'model' ? [answerOf(parts)] : parts.map(messageOf);
}

function answerOf(parts) {
  const text = textOf(parts.filter(({ thought }) => !thought));
  const calls = parts.flatMap(({ functionCall: call }) => (call ? [call] : []));
  if (calls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args ?? {}) },
    })),
  };
}

function messageOf({ text = '', functionResponse: result }) {
  if (result) return { role: 'tool', tool_call_id: result.id, content: result.response.output };
  const note = NOTE.exec(text);
  return note ? { role: 'system', content: note[1] } : { role: 'user', content: text };
}

const toolOf = ({ name, description, parametersJsonSchema: parameters }) => ({
  type: 'function',
  function: { name, description, parameters },
});
