import * as frames from './frames';
import { historyFault } from './history-fault';
import { protocol } from './protocol';

/** OpenAI's responses as a server says them. */
export const responses = { ...frames, historyFault, protocol };
