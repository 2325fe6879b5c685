import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { downloadGoModule } from './go-module.js';

/** The releases of CometBFT whose description is read: those of the SDK's lines that nodes run, and the next major one. */
export const cometVersions = ['v0.38.23', 'v1.0.1'] as const;

/** The routes of the check. */
export type Route = 'status' | 'block' | 'commit';

/** The OpenAPI description of a release's RPC. */
export interface CometDescription {
  /** Why it is not available, empty if it is. */
  readonly skipped: string;
  /** An answer of a route, made of the examples in the description of each field. */
  readonly createExample: (route: Route, status?: 200 | 500) => unknown;
  /** Where an answer departs from the description of a route: paths, each with what it must be. */
  readonly listDepartures: (route: Route, answer: unknown) => readonly string[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Responses } } | undefined>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Responses = Readonly<
  Record<
    200 | 500,
    { readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } } }
  >
>;

/** Reads the description of a release (`rpc/openapi/openapi.yaml` of its module). Never rejects. */
export async function readCometDescription(
  version: (typeof cometVersions)[number],
): Promise<CometDescription> {
  const { directory, skipped } = await downloadGoModule('github.com/cometbft/cometbft', version);
  if (skipped !== '') return { skipped, createExample: () => null, listDepartures: () => [] };
  const document = parse(readFileSync(join(directory, 'rpc/openapi/openapi.yaml'), 'utf8')) as OpenApi;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema(document, 'openapi');

  const findSchema = (route: Route, status: 200 | 500 = 200): string => {
    // 1.0 has each route with and without the version (its UPGRADING.md), and describes the former.
    const path = document.paths[`/${route}`] ?? document.paths[`/v1/${route}`];
    if (path === undefined) throw new Error(`no route ${route}`);
    return path.get.responses[status].content['application/json'].schema.$ref;
  };
  const createExample = (schema: Schema): unknown => {
    if (schema.$ref !== undefined) return createExample(resolve(document, schema.$ref));
    if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(createExample));
    if (schema.items !== undefined) return [createExample(schema.items)];
    if (schema.properties === undefined)
      return schema.example ?? { integer: 1, string: '' }[schema.type ?? ''];
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, field]) => [name, createExample(field)]));
  };
  return {
    skipped,
    createExample: (route, status) => createExample({ $ref: findSchema(route, status) }),
    listDepartures: (route, answer) => {
      const validate = ajv.compile({ $ref: `openapi${findSchema(route)}` });
      validate(answer);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

function resolve({ components }: OpenApi, reference: string): Schema {
  return components.schemas[reference.replace('#/components/schemas/', '')] ?? {};
}
