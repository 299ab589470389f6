import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** What the server says of itself, to hold its answers against. */
export class Documented {
  private static readonly known = new Map<string, Promise<Documented>>();
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly checks = new Map<object, ValidateFunction>();
  private readonly places: readonly { pattern: RegExp; path: string; operations: string[] }[];

  private constructor(private readonly document: OpenApi) {
    this.ajv.addSchema({ ...document, $id: ROOT });
    this.places = Object.entries(document.paths)
      .map(([path, operations]) => ({
        ...{ path, operations: Object.keys(operations) },
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, segment)}$`),
      }))
      .sort((one, other) => fixed(other.path) - fixed(one.path));
  }

  /** By the document of the server at this address. */
  static at(url: string): Promise<Documented> {
    let known = this.known.get(url);
    if (known === undefined) {
      known = fetch(`${url}/api/openapi.json`).then(
        async (response) => new Documented((await response.json()) as OpenApi),
      );
      this.known.set(url, known);
    }
    return known;
  }

  /** What an answer has that the document does not tell of; undefined: nothing, or there is no such operation. */
  fault(method: string, url: string, answer: { status: number; type: string; body: unknown }) {
    const path = new URL(url, 'http://server').pathname;
    const name = method.toLowerCase();
    const place = this.places.find(
      ({ pattern, operations }) => pattern.test(path) && operations.includes(name),
    );
    const response = place && this.document.paths[place.path]?.[name]?.responses[answer.status];
    if (place === undefined) return undefined;
    const where = `${method} ${place.path} ${answer.status}`;
    if (response === undefined) return `${where}: no such status is documented`;
    const type = answer.type.split(';')[0] ?? '';
    const content = response.content?.[type];
    if (content === undefined)
      return type === '' ? undefined : `${where}: ${type} is not documented`;
    if (!type.includes('json')) return undefined;
    const check = this.checkOf(content.schema);
    if (!check(answer.body)) return `${where}: ${this.ajv.errorsText(check.errors)}`;
    const { code } = answer.body as { readonly code?: string };
    const codes = response.description.split(', ');
    return answer.status < 400 || codes.includes(String(code))
      ? undefined
      : `${where}: ${String(code)} is not among ${codes.join(', ')}`;
  }

  private checkOf(schema: object): ValidateFunction {
    let check = this.checks.get(schema);
    if (check === undefined) {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`);
      check = this.ajv.compile(JSON.parse(text) as object);
      this.checks.set(schema, check);
    }
    return check;
  }
}

const ROOT = 'openapi';

/** Of the paths in this API only those of documents have more than one segment. */
function segment(_all: string, name: string): string {
  return name === 'path' ? '.+' : '[^/]+';
}

/** How many segments of a path are no parameters: the more, the closer it fits. */
function fixed(path: string): number {
  return path.split('/').filter((part) => !part.startsWith('{')).length;
}
