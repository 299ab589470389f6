import {
  callFrames,
  callPart,
  errorBody,
  finishFrame,
  partsFrame,
  retryInfo,
  sse,
  textFrames,
} from './frames';
import { historyFault } from './history-fault';
import { protocol } from './protocol';

export type { ScriptedPart } from './frames';

/** Gemini's streams as Google's servers say them. */
export const gemini = {
  callFrames,
  callPart,
  errorBody,
  finishFrame,
  historyFault,
  partsFrame,
  protocol,
  retryInfo,
  sse,
  textFrames,
};
