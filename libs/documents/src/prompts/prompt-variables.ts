import type { AgentMode, PlanPhase, ProcessMode } from '@vance/protocol';

/** What a template can ask about (1.14): conditions for modes, clients and models stand in the template itself. */
export interface PromptVariables {
  readonly mode: ProcessMode;
  readonly phase: PlanPhase;
  readonly agentMode: AgentMode;
  /** Of the client: `web`, `foot`, `api`. */
  readonly profile: string;
  /** The recipe's name. */
  readonly recipe: string;
  /** The recipe's parameters, defaults and profile merged in. */
  readonly params: Readonly<object>;
  /** `small` or `large`. */
  readonly tier: string;
  readonly provider: string;
  /** The provider's own name of the model that is asked first. */
  readonly model: string;
}
