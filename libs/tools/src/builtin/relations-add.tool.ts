import { z } from 'zod';
import { RelationRepository } from '@vance/data';
import { relationParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

/** States a relation between two things of a project. Stating it twice is stating it once. */
@ServerTool()
export class RelationsAddTool implements Tool<z.infer<typeof relationParameters>> {
  readonly name = 'relations_add';
  readonly description =
    'States that one thing of the project is related to another, for example {"from": "design.md", "type": "supersedes", "to": "notes/old.md"}.';
  readonly inputSchema = relationParameters;
  readonly labels = ['relations'];
  readonly idempotent = true;

  constructor(private readonly relations: RelationRepository) {}

  async run({ scope, project, userId }: ToolContext, relation: z.infer<typeof relationParameters>) {
    const isNew = await this.relations.add(scope, project, relation, userId);
    return isNew ? 'Added.' : 'This relation was there already.';
  }
}
