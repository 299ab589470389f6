import { Controller } from '@nestjs/common';
import type { ProcessSnapshot } from '@vance/protocol';
import type { Principal } from '@vance/tenancy';
import { ProcessCommands, toSnapshot } from '@vance/think-process';
import { Possessions } from '../access/possessions';
import { Caller, Endpoint, Input, type InputOf } from '../http/endpoint';

type Command = 'halt' | 'pause' | 'resume' | 'close';
interface Commanded {
  process: ProcessSnapshot;
}

/** The user's commands to a process. */
@Controller()
export class CommandsController {
  constructor(
    private readonly possessions: Possessions,
    private readonly commands: ProcessCommands,
  ) {}

  @Endpoint('haltProcess')
  halt(
    @Caller() principal: Principal,
    @Input() { params }: InputOf<'haltProcess'>,
  ): Promise<Commanded> {
    return this.run('halt', principal, params.processId);
  }

  @Endpoint('pauseProcess')
  pause(
    @Caller() principal: Principal,
    @Input() { params }: InputOf<'pauseProcess'>,
  ): Promise<Commanded> {
    return this.run('pause', principal, params.processId);
  }

  @Endpoint('resumeProcess')
  resume(
    @Caller() principal: Principal,
    @Input() { params }: InputOf<'resumeProcess'>,
  ): Promise<Commanded> {
    return this.run('resume', principal, params.processId);
  }

  @Endpoint('closeProcess')
  close(
    @Caller() principal: Principal,
    @Input() { params }: InputOf<'closeProcess'>,
  ): Promise<Commanded> {
    return this.run('close', principal, params.processId);
  }

  private async run(name: Command, principal: Principal, processId: string): Promise<Commanded> {
    await this.possessions.process(principal, processId);
    const process = await this.commands[name](principal.scope, processId, principal.userId);
    return { process: toSnapshot(process) };
  }
}
