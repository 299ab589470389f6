import { Controller } from '@nestjs/common';
import type { UserDocument } from '@vance/data';
import type { UserView } from '@vance/protocol';
import { type Principal, UserService } from '@vance/tenancy';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { namePage, pageFrom } from '../http/paging';

/** A tenant's users, for its admin. */
@Controller()
export class UsersController {
  constructor(private readonly users: UserService) {}

  @Endpoint('listUsers')
  async list(
    @Caller() { scope }: Principal,
    @Input() { query }: InputOf<'listUsers'>,
  ): Promise<AnswerOf<'listUsers'>> {
    const rows = await this.users.list(scope, namePage(query));
    const page = pageFrom(rows, query.limit, ({ username }) => [username]);
    return { ...page, items: page.items.map(toUserView) };
  }

  @Endpoint('createUser')
  async create(
    @Caller() { scope, userId }: Principal,
    @Input() { body }: InputOf<'createUser'>,
  ): Promise<AnswerOf<'createUser'>> {
    return toUserView(await this.users.create(scope, body, userId));
  }

  @Endpoint('changeUser')
  async change(
    @Caller() { scope, userId }: Principal,
    @Input() { params, body }: InputOf<'changeUser'>,
  ): Promise<AnswerOf<'changeUser'>> {
    return toUserView(await this.users.change(scope, params.username, body, userId));
  }

  @Endpoint('removeUser')
  async remove(
    @Caller() { scope, userId }: Principal,
    @Input() { params }: InputOf<'removeUser'>,
  ): Promise<void> {
    await this.users.remove(scope, params.username, userId);
  }
}

function toUserView({ _id, username, roles }: UserDocument): UserView {
  return { userId: _id, username, roles: [...roles] };
}
