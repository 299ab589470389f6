import { Controller } from '@nestjs/common';
import { Audit, type Principal } from '@vance/tenancy';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { numberIn, pageFrom } from '../http/paging';

/** A tenant's record of who did what, for its admin. */
@Controller()
export class AuditController {
  constructor(private readonly audit: Audit) {}

  @Endpoint('listAudit')
  async list(
    @Caller() { scope }: Principal,
    @Input() { query }: InputOf<'listAudit'>,
  ): Promise<AnswerOf<'listAudit'>> {
    const { limit, cursor, from, to, action, actor } = query;
    const rows = await this.audit.list(scope, {
      limit: limit + 1,
      ...(cursor === undefined ? {} : { before: numberIn(cursor) }),
      ...(from === undefined ? {} : { from: new Date(from) }),
      ...(to === undefined ? {} : { to: new Date(to) }),
      ...(action === undefined ? {} : { action }),
      ...(actor === undefined ? {} : { actor }),
    });
    const page = pageFrom(rows, limit, ({ n }) => [n]);
    const items = page.items.map((row) => ({
      ...{ auditId: row._id, at: row.at.toISOString() },
      ...{ actor: row.actor, action: row.action, target: row.target, outcome: row.outcome },
      ...{ data: { ...row.data }, n: row.n, hash: row.hash },
    }));
    return { ...page, items };
  }
}
