import { z } from 'zod';
import {
  errorCodes,
  errorsOf,
  problemSchema,
  takesIdempotencyKey,
  type RouteSpec,
} from '@vance/protocol';
import { isJson, jsonSchema, type Json } from './json-schema';

/** The OpenAPI 3.1 document of a route table: the same schemas that check the requests. */
export function openApiDocument(
  routes: Readonly<Record<string, RouteSpec>>,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = { Problem: jsonSchema(problemSchema, 'output') };
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace('*}', '}');
    (paths[path] ??= {})[route.method.toLowerCase()] = hoist(name, operation(name, route), schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vancetope',
      version,
      description:
        'Errors are RFC 9457 problem documents; `code` is one of those listed per route.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(name: string, route: RouteSpec): Json {
  return {
    operationId: name,
    summary: route.summary,
    security: route.permission === 'public' ? [] : [{ bearer: [] }],
    'x-permission': route.permission,
    parameters: parametersOf(route),
    ...(route.body ? { requestBody: { required: true, content: bodyContent(route) } } : {}),
    responses: { [route.answer.status]: goodAnswer(route), ...badAnswers(route) },
  };
}

function parametersOf(route: RouteSpec): readonly Json[] {
  const header = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key and body give the first answer again.',
    schema: { type: 'string', maxLength: 200 },
  };
  return [
    ...fieldsOf(route.params, 'path'),
    ...fieldsOf(route.query, 'query'),
    ...Object.entries(route.headers ?? {}).map(([name, description]) => ({
      ...{ name, in: 'header', required: false, description, schema: { type: 'string' } },
    })),
    ...(takesIdempotencyKey(route) ? [header] : []),
  ];
}

function fieldsOf(schema: z.ZodObject | undefined, where: 'path' | 'query'): readonly Json[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
    schema: jsonSchema(field as z.ZodType, 'input'),
  }));
}

function bodyContent(route: RouteSpec): Json {
  if (route.body?.kind === 'json')
    return { 'application/json': { schema: jsonSchema(route.body.schema, 'input') } };
  return Object.fromEntries(
    (route.body?.mediaTypes ?? []).map((type) => [type, { schema: { type: 'string' } }]),
  );
}

function goodAnswer(route: RouteSpec): Json {
  const { answer } = route;
  switch (answer.kind) {
    case 'none':
      return { description: 'Done' };
    case 'text':
      return {
        description: 'Text',
        content: { [answer.mediaType]: { schema: { type: 'string' } } },
      };
    case 'json':
      return {
        description: 'Done',
        content: {
          'application/json': { schema: jsonSchema(answer.schema, 'output') },
          ...(answer.orText ? { [answer.orText]: { schema: { type: 'string' } } } : {}),
          ...(answer.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
        },
      };
  }
}

function badAnswers(route: RouteSpec): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of errorsOf(route)) {
    const { status } = errorCodes[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  );
}

/**
 * Recursive schemas come with `$defs` of their own, whose references would be looked up at the document's root:
 * they move to its components, under names that say which operation they are from.
 */
function hoist(operationId: string, operation: Json, schemas: Json): Json {
  const found: Json = {};
  const names = new Map<string, string>();
  const moved: unknown = JSON.parse(JSON.stringify(operation), (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')) {
      const name = value.slice('#/$defs/'.length);
      return `#/components/schemas/${names.get(name) ?? nameFor(name)}`;
    }
    if (!isJson(value) || !isJson(value['$defs'])) return value;
    const { $defs, ...rest } = value;
    for (const [name, schema] of Object.entries($defs as Json))
      found[names.get(name) ?? nameFor(name)] = schema;
    return rest;
  });
  Object.assign(schemas, found);
  return isJson(moved) ? moved : operation;

  function nameFor(name: string): string {
    const free = `${operationId}_${name.replaceAll(/\W/g, '')}`;
    names.set(name, free);
    return free;
  }
}
