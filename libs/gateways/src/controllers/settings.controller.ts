import { Controller, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  type EffectiveSetting,
  etagOf,
  parsePreconditions,
  SettingsService,
} from '@vance/documents';
import type { Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { numberIn, pageFrom } from '../http/paging';

/** Settings: what counts in a project, what is set there itself, and what was. */
@Controller()
export class SettingsController {
  constructor(
    private readonly possessions: Possessions,
    private readonly settings: SettingsService,
  ) {}

  @Endpoint('listSettings')
  async list(
    @Caller() principal: Principal,
    @Input() { params: { project } }: InputOf<'listSettings'>,
  ): Promise<AnswerOf<'listSettings'>> {
    await this.possessions.project(principal, project);
    const found = await this.settings.list(principal.scope, project);
    return { items: found.map(toSettingView) };
  }

  @Endpoint('getSetting')
  async get(
    @Caller() principal: Principal,
    @Input() { params: { project, key } }: InputOf<'getSetting'>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'getSetting'>> {
    await this.possessions.project(principal, project);
    return answered(response, await this.settings.effective(principal.scope, project, key));
  }

  @Endpoint('putSetting')
  async put(
    @Caller() principal: Principal,
    @Input() { params: { project, key }, body }: InputOf<'putSetting'>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'putSetting'>> {
    await this.possessions.project(principal, project);
    const { scope, userId } = principal;
    const expected = parsePreconditions(request.headers);
    const put = await this.settings.put(scope, project, key, body.value, userId, expected);
    return answered(response, put);
  }

  @Endpoint('removeSetting')
  async remove(
    @Caller() principal: Principal,
    @Input() { params: { project, key } }: InputOf<'removeSetting'>,
    @Req() request: Request,
  ): Promise<void> {
    await this.possessions.project(principal, project);
    const { scope, userId } = principal;
    await this.settings.remove(scope, project, key, userId, parsePreconditions(request.headers));
  }

  @Endpoint('settingHistory')
  async history(
    @Caller() principal: Principal,
    @Input() { params: { project, key }, query: { limit, cursor } }: InputOf<'settingHistory'>,
  ): Promise<AnswerOf<'settingHistory'>> {
    await this.possessions.project(principal, project);
    const before = cursor === undefined ? undefined : numberIn(cursor);
    const page = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
    const rows = await this.settings.history(principal.scope, project, key, page);
    const found = pageFrom(rows, limit, ({ version }) => [version]);
    const items = found.items.map(({ version, updatedAt, updatedBy, value, deleted }) => ({
      ...{ version, at: updatedAt.toISOString(), by: updatedBy },
      ...(value === undefined ? {} : { value }),
      ...(deleted ? { deleted: true as const } : {}),
    }));
    return { ...found, items };
  }

  @Endpoint('restoreSetting')
  async restore(
    @Caller() principal: Principal,
    @Input() { params: { project, key }, body: { version } }: InputOf<'restoreSetting'>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerOf<'restoreSetting'>> {
    await this.possessions.project(principal, project);
    const { scope, userId } = principal;
    const expected = parsePreconditions(request.headers);
    const back = await this.settings.restore(scope, project, key, version, userId, expected);
    return answered(response, back);
  }
}

function answered(response: Response, setting: EffectiveSetting) {
  if (setting.ownVersion !== undefined) response.setHeader('etag', etagOf(setting.ownVersion));
  return toSettingView(setting);
}

function toSettingView({ shadowed, ...setting }: EffectiveSetting) {
  return { ...setting, shadowed: [...shadowed] };
}
