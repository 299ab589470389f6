import { Ajv2020 } from 'ajv/dist/2020';
import { jsonFault } from './json-depth';

/** Judges schemas only; none from outside is ever compiled. */
const judge = new Ajv2020({ strict: false, allErrors: false, logger: false });

/** JSON text of one parameters schema that came from outside, in UTF-16 units. */
const MAX_FOREIGN_SCHEMA = 16_384;

/** Why a parameters schema that a client or a tool server sent is refused, or undefined. */
export function schemaFault(inputSchema: Readonly<Record<string, unknown>>): string | undefined {
  if (inputSchema['type'] !== 'object') return 'inputSchema: must have type "object"';
  const properties = inputSchema['properties'] ?? {};
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return 'inputSchema.properties: must be an object';
  }
  const fault = jsonFault(inputSchema, 'inputSchema');
  if (fault !== undefined) return fault;
  if (JSON.stringify(inputSchema).length > MAX_FOREIGN_SCHEMA) {
    return `inputSchema: longer than ${MAX_FOREIGN_SCHEMA} characters of JSON`;
  }
  return notASchema(inputSchema) ?? badReference(inputSchema, inputSchema);
}

/** Models' providers refuse a whole question for one schema that is none. */
function notASchema({ $schema: _dialect, ...schema }: Readonly<Record<string, unknown>>) {
  if (judge.validateSchema(schema) === true) return undefined;
  const { instancePath = '', message = 'is no JSON Schema' } = judge.errors?.[0] ?? {};
  return `inputSchema${instancePath.replaceAll('/', '.')}: ${message}`;
}

/** Why a reference leads nowhere: only those into the schema itself are followed by anybody. */
function badReference(value: unknown, schema: object): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const refers = !Array.isArray(value) && (key === '$ref' || key === '$dynamicRef');
    if (refers && typeof child === 'string' && !leadsSomewhere(child, schema))
      return `inputSchema: ${key} ${JSON.stringify(child.slice(0, 80))} leads nowhere within the schema`;
    const fault = badReference(child, schema);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function leadsSomewhere(reference: string, schema: object): boolean {
  if (reference === '#') return true;
  if (!reference.startsWith('#/')) return false;
  let at: unknown = schema;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = Object.getOwnPropertyDescriptor(at, key)?.value;
  }
  return typeof at === 'object' || typeof at === 'boolean';
}
