import { Injectable } from '@nestjs/common';
import type { ProcessDocument } from '@vance/data';
import { detectLanguage, type Detected } from '../core/detect-language';
import { RunHistory } from './run-history';
import type { TurnSession } from './turn-session';

/** How many messages before the run are looked at, where the run's own are too short to tell. */
const LOOK_BACK = 10;

/** In which language the product speaks where it has to say something itself (1.12). */
@Injectable()
export class SpokenLanguage {
  private detector: Promise<(text: string) => Detected> | undefined;

  constructor(private readonly history: RunHistory) {}

  /** Sees to `session.language`: the session's own, else that of the user's last words that tell one. */
  async settle(session: TurnSession): Promise<void> {
    const { process, scope } = session;
    session.language ??= await this.heard(process);
    session.language ??= await this.detect(
      (await this.history.userWords(scope, process)).slice(-LOOK_BACK),
    );
  }

  /** By the run's own messages alone: where reading more may be what breaks the turn. */
  async heard(process: ProcessDocument): Promise<string | undefined> {
    if (process.language !== undefined) return process.language;
    const words = (process.run?.messages ?? []).filter(({ kind }) => kind === 'user');
    return this.detect(words.map(({ content }) => content));
  }

  /** @param texts oldest first */
  private async detect(texts: readonly string[]): Promise<string | undefined> {
    if (texts.length === 0) return undefined;
    // Only on the first need: its tables take some 30 MB.
    this.detector ??= import('eld/extrasmall').then(
      ({ eld }) =>
        (text) =>
          eld.detect(text),
    );
    return detectLanguage(texts.toReversed(), await this.detector);
  }
}
