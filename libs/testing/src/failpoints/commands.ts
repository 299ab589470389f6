import type { FailpointName } from '@vance/kernel';

/** What a process does when an armed failpoint is reached. */
export type FailpointAction = 'kill' | 'hold' | 'throw';

/** From the test to the process, over its IPC channel. */
export type FailpointCommand =
  | {
      readonly failpoint: 'arm';
      readonly name: FailpointName;
      readonly action: FailpointAction;
      /** Acts on the n-th time the point is reached after arming, counted from 1. */
      readonly nth: number;
      /** Only for this key (a process id); any when absent. */
      readonly key?: string;
    }
  | { readonly failpoint: 'release'; readonly name: FailpointName };

/** From the process to the test. `ready`: the hook stands and commands are heard. */
export type FailpointReport =
  | { readonly failpoint: 'ready' }
  | { readonly failpoint: 'armed'; readonly name: FailpointName }
  | { readonly failpoint: 'hit'; readonly name: FailpointName; readonly key: string };
