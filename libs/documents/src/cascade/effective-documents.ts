import { Inject, Injectable } from '@nestjs/common';
import { toYaml } from '@vance/config';
import type { VersionRef } from '@vance/data';
import { DomainError, type TenantScope } from '@vance/kernel';
import { faultsOf, type BrokenLayer, type DocumentFault } from '../faults/document-fault';
import {
  DOCUMENT_CHECKS,
  type CheckedPlace,
  type DocumentCheck,
} from '../documents/document-checks';
import { strayRule } from '../documents/document-path';
import { mergeModelLayers, type ModelOrigin } from '../models/merge-model-layers';
import { MODELS_PATH } from '../models/models-path';
import { parseModelLayer } from '../models/parse-model-layer';
import { isModePrompt, isPrompt } from '../prompts/prompt-paths';
import { PromptTrial } from '../prompts/prompt-trial';
import { Cascade } from './cascade';
import type { EffectiveText, LayerText } from './layer';

/** What counts at a path, for people: where from, what it hides, and what is broken on the way. */
export interface EffectiveDocument extends EffectiveText {
  /** Broken layers: one above the text that counts is passed over by engines. Absent where there is none. */
  readonly faults?: readonly BrokenLayer[];
  /** Of `ai-models.yaml`, which is merged by key: every layer that took part, and the one behind each key. */
  readonly merged?: {
    readonly layers: readonly VersionRef[];
    readonly origins: readonly ModelOrigin[];
  };
}

/** A layer, judged as if it were saved now. */
interface Judged {
  readonly text: LayerText;
  readonly faults: readonly DocumentFault[];
  /** Engines pass it over: it has faults, or is blank. */
  readonly passedOver: boolean;
}

/** The effective view of the cascade. Read for people, not for turns: nothing is cached. */
@Injectable()
export class EffectiveDocuments {
  constructor(
    private readonly cascade: Cascade,
    private readonly trial: PromptTrial,
    @Inject(DOCUMENT_CHECKS) private readonly checks: readonly DocumentCheck[],
  ) {}

  /** Null when no layer has one. @throws DomainError BAD_REQUEST */
  async at(scope: TenantScope, project: string, path: string): Promise<EffectiveDocument | null> {
    const layers = await this.cascade.layers(scope, project, path);
    const judged = await Promise.all(layers.map((text) => this.judge(scope, project, path, text)));
    const faults = judged
      .filter((one) => one.faults.length > 0)
      .map(({ text, faults: told }) => ({ ...refOf(text), faults: told }));
    const sound = judged.filter(({ passedOver }) => !passedOver).map(({ text }) => text);
    // Where nothing is sound the nearest one is shown, so that it can be mended.
    const top = sound[0] ?? layers[0];
    if (top === undefined) return null;
    const below = layers.slice(layers.indexOf(top) + 1);
    return {
      ...top,
      shadowed: below.map(refOf),
      ...(faults.length === 0 ? {} : { faults }),
      ...(path === MODELS_PATH ? mergedModels(sound) : {}),
    };
  }

  private async judge(
    scope: TenantScope,
    project: string,
    path: string,
    text: LayerText,
  ): Promise<Judged> {
    // Blank counts as missing; of a mode's own prompt it says that the base prompt speaks.
    if (isPrompt(path) && text.content.trim() === '') {
      return { text, faults: [], passedOver: !isModePrompt(path) };
    }
    const stray = text.layer === 'bundled' ? undefined : strayRule(path);
    if (stray !== undefined) return { text, faults: [{ message: stray }], passedOver: true };
    const refused = await this.refusedBy(path, text.content, { scope, project });
    if (refused !== undefined && refused.check.countsAnyway !== true)
      return { text, faults: faultsOf(refused.refusal), passedOver: true };
    const { faults, always } = await this.trial.of(scope, project, path, text.content);
    const told = refused === undefined || faults.length > 0 ? faults : faultsOf(refused.refusal);
    return { text, faults: told, passedOver: always };
  }

  private async refusedBy(
    path: string,
    content: string,
    place: CheckedPlace,
  ): Promise<{ readonly refusal: DomainError; readonly check: DocumentCheck } | undefined> {
    for (const check of this.checks) {
      try {
        await check.check(path, content, place);
      } catch (error) {
        if (error instanceof DomainError) return { refusal: error, check };
        throw error;
      }
    }
    return undefined;
  }
}

function refOf({ layer, version }: VersionRef): VersionRef {
  return { layer, version };
}

function mergedModels(sound: readonly LayerText[]): Partial<EffectiveDocument> {
  const layers = sound.flatMap((text) => {
    const parsed = parseModelLayer(text.content);
    return parsed.ok ? [{ ...refOf(text), value: parsed.value }] : [];
  });
  if (layers.length === 0) return {};
  const { value, origins } = mergeModelLayers(layers);
  return { content: toYaml(value), merged: { layers: layers.map(refOf), origins } };
}
