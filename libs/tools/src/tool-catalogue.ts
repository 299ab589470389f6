import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProcessDocument } from '@vance/data';
import { Recent } from '@vance/kernel';
import {
  HONOUR_CLIENT_LABELS,
  clientDescriptor,
  clientToolsOf,
  type ClientLabelPolicy,
} from './core/client-tools';
import { judgeClientTools, type ClientRegistration } from './core/client-registration';
import { effectOfTool, type ToolEffect } from './core/effect';
import { selectTools, type ToolSelectors } from './core/selectors';
import { NO_REMOTE_TOOLS } from './remote-tools';
import type { ToolDescriptor } from './tool';
import { ToolRegistry } from './tool-registry';

/** Whose tools are asked for: the owner, and what the owner's clients offer. */
export type ToolOwner = Pick<ProcessDocument, 'userId' | 'clientTools'>;

/** How many (selectors, client tools) pairs are remembered. */
const REMEMBERED = 1_000;

/** Which tools there are for a process. Which of them its mode allows is decided by plan mode. */
@Injectable()
export class ToolCatalogue {
  private readonly remembered = new Recent<readonly ToolDescriptor[]>(REMEMBERED);
  private readonly keys = new WeakMap<object, string>();
  private remoteLists = 0;

  constructor(private readonly registry: ToolRegistry) {}

  /**
   * Server tools, the owner's client tools and those of tool servers that the recipe's selectors choose, labelled as the
   * host sees them. The same question gives the same frozen array, so what is derived from it may be cached by identity.
   */
  available(
    process: ToolOwner,
    selectors: ToolSelectors,
    policy: ClientLabelPolicy = HONOUR_CLIENT_LABELS,
    remote: readonly ToolDescriptor[] = NO_REMOTE_TOOLS,
  ): readonly ToolDescriptor[] {
    const clients = process.clientTools.length === 0 ? '' : this.clientKey(process, policy);
    // By identity, never by content: a descriptor leads to one tenant's server, and another's may look alike.
    const elsewhere =
      remote.length === 0 ? '' : this.remember(remote, () => String(++this.remoteLists));
    return this.remembered.getOrMake(
      `${this.selectorsKey(selectors)}|${clients}|${elsewhere}`,
      () => Object.freeze(selectTools(this.all(process, policy, remote), selectors)),
    );
  }

  effectOf(descriptor: ToolDescriptor): ToolEffect {
    const known = descriptor.source === 'server' ? this.registry.find(descriptor.name) : undefined;
    return known?.effect ?? effectOfTool(descriptor, false);
  }

  /** Judges what a client offers; the accepted tools are what the process keeps. */
  validateRegistration(tools: readonly { readonly name: string }[]): ClientRegistration {
    return judgeClientTools(tools, (name) => this.registry.find(name) !== undefined);
  }

  /** Every server tool, for catalogues. */
  serverTools(): readonly ToolDescriptor[] {
    return this.registry.descriptors();
  }

  private all(
    process: ToolOwner,
    policy: ClientLabelPolicy,
    remote: readonly ToolDescriptor[],
  ): readonly ToolDescriptor[] {
    const clients = [...clientToolsOf(process).values()]
      .filter(({ tool }) => this.registry.find(tool.name) === undefined)
      .map(({ tool }) => Object.freeze(clientDescriptor(tool, policy)));
    const elsewhere = remote.filter(({ name }) => this.registry.find(name) === undefined);
    return [...this.registry.descriptors(), ...clients, ...elsewhere];
  }

  private selectorsKey(selectors: ToolSelectors): string {
    return this.remember(selectors, () => JSON.stringify([selectors.allow, selectors.deny]));
  }

  private clientKey(process: ToolOwner, policy: ClientLabelPolicy): string {
    const tools = this.remember(process.clientTools, () => digest(process.clientTools));
    const labels = policy.mode === 'all' ? 'all' : this.remember(policy, () => digest(policy));
    return `${process.userId}|${tools}|${labels}`;
  }

  private remember(object: object, make: () => string): string {
    const known = this.keys.get(object);
    if (known !== undefined) return known;
    const made = make();
    this.keys.set(object, made);
    return made;
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
