import { callFrames, errorFrame, sse, textFrames } from './frames';
import { historyFault } from './history-fault';
import { protocol } from './protocol';

/** OpenAI's chat completions as a server says them. */
export const chat = { callFrames, errorFrame, historyFault, protocol, sse, textFrames };
