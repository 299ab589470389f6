import { z } from 'zod';
import { RelationRepository } from '@vance/data';
import { relationEnd, relationType } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const DEFAULT_FOUND = 100;
const MAX_FOUND = 500;

const parameters = z.strictObject({
  thing: relationEnd
    .optional()
    .describe('Stands at either end; all relations when nothing is given'),
  from: relationEnd.optional(),
  type: relationType.optional(),
  to: relationEnd.optional(),
  limit: z.int().min(1).max(MAX_FOUND).optional().describe(`${DEFAULT_FOUND} when absent`),
});

/** Finds relations between the things of a project. */
@ServerTool()
export class RelationsFindTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'relations_find';
  readonly description = 'Finds how documents and other things of the project are related.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'relations'];

  constructor(private readonly relations: RelationRepository) {}

  async run(
    { scope, project }: ToolContext,
    { limit = DEFAULT_FOUND, ...query }: z.infer<typeof parameters>,
  ) {
    const found = await this.relations.find(scope, project, query, limit + 1);
    return { relations: found.slice(0, limit), complete: found.length <= limit };
  }
}
