import { Controller } from '@nestjs/common';
import type { KitDocument } from '@vance/data';
import { KitService, renderKit } from '@vance/kits';
import type { Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { authorOf } from './documents.controller';

/** Kits: staged by who works in a project, applied by its administrators. */
@Controller()
export class KitsController {
  constructor(
    private readonly possessions: Possessions,
    private readonly kits: KitService,
  ) {}

  @Endpoint('listKits')
  async list(
    @Caller() principal: Principal,
    @Input() { params: { project } }: InputOf<'listKits'>,
  ): Promise<AnswerOf<'listKits'>> {
    await this.possessions.project(principal, project);
    const found = await this.kits.list(principal.scope, project);
    return {
      items: found.map(({ paths, keys, ...kit }) => ({ ...toHead(kit), ...lists(paths, keys) })),
    };
  }

  @Endpoint('stageKit')
  async stage(
    @Caller() principal: Principal,
    @Input() { params: { project }, body }: InputOf<'stageKit'>,
  ): Promise<AnswerOf<'stageKit'>> {
    await this.possessions.project(principal, project);
    const { scope, userId } = principal;
    const files = Object.entries(body.files).map(([path, text]) => ({
      ...{ path, bytes: Buffer.from(text) },
    }));
    const { name } = await this.kits.stage(scope, project, files, userId);
    return toWhole(await this.kits.read(scope, project, name)).head;
  }

  @Endpoint('getKit')
  async get(
    @Caller() principal: Principal,
    @Input() { params: { project, name } }: InputOf<'getKit'>,
  ): Promise<AnswerOf<'getKit'>> {
    await this.possessions.project(principal, project);
    const kit = await this.kits.read(principal.scope, project, name);
    const { head, files, values } = toWhole(kit);
    return { ...head, files, values };
  }

  @Endpoint('exportKit')
  async export(
    @Caller() principal: Principal,
    @Input() { params: { project, name } }: InputOf<'exportKit'>,
  ): Promise<AnswerOf<'exportKit'>> {
    await this.possessions.project(principal, project);
    const kit = await this.kits.export(principal.scope, project, { name });
    const files = renderKit(kit).map(({ path, content }): [string, string] => [path, content]);
    const { version, hash } = kit;
    return { name, version, hash, files: Object.fromEntries(files) };
  }

  @Endpoint('applyKit')
  async apply(
    @Caller() principal: Principal,
    @Input() { params: { project, name }, body }: InputOf<'applyKit'>,
  ): Promise<AnswerOf<'applyKit'>> {
    await this.possessions.project(principal, project);
    const by = authorOf(principal);
    const applied = await this.kits.apply(principal.scope, project, name, body.hash, by);
    return { ...applied, changed: [...applied.changed] };
  }

  @Endpoint('removeKit')
  async remove(
    @Caller() principal: Principal,
    @Input() { params: { project, name } }: InputOf<'removeKit'>,
  ): Promise<void> {
    await this.possessions.project(principal, project);
    await this.kits.remove(principal.scope, project, name, principal.userId);
  }
}

function toHead(kit: Omit<KitDocument, 'files' | 'settings'>) {
  const { name, version, description, hash, stagedAt, stagedBy, applying, applied, fault } = kit;
  return {
    ...{ name, version, description, hash, stagedAt: stagedAt.toISOString(), stagedBy },
    applying: applying !== undefined,
    ...(applied === undefined ? {} : { applied: toApplied(applied) }),
    ...(fault === undefined ? {} : { fault }),
  };
}

function toApplied({ version, hash, by, at }: NonNullable<KitDocument['applied']>) {
  return { version, hash, by, at: at.toISOString() };
}

function lists(paths: readonly string[], settings: readonly string[]) {
  return { paths: [...paths], settings: [...settings] };
}

function toWhole(kit: KitDocument) {
  const paths = kit.files.map(({ path }) => path);
  const keys = kit.settings.map(({ key }) => key);
  return {
    head: { ...toHead(kit), ...lists(paths, keys) },
    files: kit.files.map(({ path, content }) => ({ path, content })),
    values: Object.fromEntries(
      kit.settings.map(({ key, value }): [string, unknown] => [key, JSON.parse(value)]),
    ),
  };
}
