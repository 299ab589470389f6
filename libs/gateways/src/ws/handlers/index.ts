import { AgentModeSetHandler } from './agent-mode-set.handler';
import { ChatSendHandler } from './chat-send.handler';
import { ClientToolResultHandler } from './client-tool-result.handler';
import { ClientToolsRegisterHandler } from './client-tools-register.handler';
import { InboxAnswerHandler } from './inbox-answer.handler';
import { InboxListHandler } from './inbox-list.handler';
import { PlanDecideHandler } from './plan-decide.handler';
import { ProcessCloseHandler } from './process-close.handler';
import { ProcessHaltHandler } from './process-halt.handler';
import { ProcessPauseHandler } from './process-pause.handler';
import { ProcessResumeHandler } from './process-resume.handler';
import { SessionCloseHandler } from './session-close.handler';
import { SessionOpenHandler } from './session-open.handler';

/** Every handler of the socket; the registry verifies that none is missing. */
export const socketHandlers = [
  SessionOpenHandler,
  SessionCloseHandler,
  ChatSendHandler,
  PlanDecideHandler,
  AgentModeSetHandler,
  ProcessHaltHandler,
  ProcessPauseHandler,
  ProcessResumeHandler,
  ProcessCloseHandler,
  ClientToolsRegisterHandler,
  ClientToolResultHandler,
  InboxListHandler,
  InboxAnswerHandler,
] as const;
