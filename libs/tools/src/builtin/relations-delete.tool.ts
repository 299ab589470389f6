import { z } from 'zod';
import { RelationRepository } from '@vance/data';
import { relationParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

/** Takes a relation back. */
@ServerTool()
export class RelationsDeleteTool implements Tool<z.infer<typeof relationParameters>> {
  readonly name = 'relations_delete';
  readonly description = 'Deletes a relation between two things of the project.';
  readonly inputSchema = relationParameters;
  readonly labels = ['relations'];
  readonly idempotent = true;

  constructor(private readonly relations: RelationRepository) {}

  async run({ scope, project }: ToolContext, relation: z.infer<typeof relationParameters>) {
    const was = await this.relations.delete(scope, project, relation);
    return was ? 'Deleted.' : 'There was no such relation.';
  }
}
