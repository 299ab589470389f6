import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BrainPresence } from '@vance/think-process';

/** Gives this server's first sign of life before it takes connections. */
@Injectable()
export class BrainPresenceStarter implements OnApplicationBootstrap {
  constructor(private readonly presence: BrainPresence) {}

  onApplicationBootstrap(): Promise<void> {
    return this.presence.start();
  }
}
