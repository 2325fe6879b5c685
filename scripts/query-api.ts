import { chainlistItems } from '../src/formats/chainlist/lists.js';
import type { RouteName } from '../src/query/client/answers.generated.js';
import { isListSource, orders, type Parameter, type Route, tokenTypes } from '../src/query/client/route.js';
import { routes } from '../src/query/client/routes.js';
import { paramLimits, serviceRoutes } from '../src/query/service/http/parse-params.js';
import { fillTable } from './pages.js';
import type { Schema } from './json-schema.js';

/** What is read of the description of the query API. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: RouteName;
  readonly summary: string;
  readonly responses: {
    readonly 200: {
      readonly content: { 'application/json': { readonly schema: Schema; readonly example?: object } };
    };
  };
}

const items: Readonly<Record<string, { readonly example: object }>> = chainlistItems;

/**
 * The description of the query API (OpenAPI 3.1) with the routes of this service; all else of it is written by hand, also the examples of answers that
 * are no list of the registry.
 */
export function fillRoutes(openApi: OpenApi): OpenApi {
  const filled = serviceRoutes.map((route) => [
    route.path,
    { get: createOperation(route, openApi.paths[route.path]) },
  ]);
  const rest = Object.entries(openApi.paths).filter(([path]) => !isRoute(path));
  return { ...openApi, paths: Object.fromEntries([...filled, ...rest]) };
}

/** Whether a path is one of the table, and not one of the service itself. */
export const isRoute = (path: string) => path.startsWith('/v1/');

/** docs/query-api.md with the table of routes. */
export function describeRoutes(page: string) {
  const rows = routes.map(({ name, path, summary, parameters, atLeastOne }, index) => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const cells = inQuery.map(({ wire, name: own, required, default: preset, minimum, maximum }) => {
      const notes = [
        required ? 'required' : '',
        atLeastOne.includes(own) ? 'at least one' : '',
        preset === undefined ? '' : `default ${preset}`,
        maximum === undefined ? '' : `${minimum ?? 0} to ${maximum}`,
      ].filter((note) => note !== '');
      return `\`${wire}\`${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
    });
    return [index + 1, `\`${path}\``, `\`${name}\``, summary, cells.join(', ')];
  });
  return fillTable(page, ['', 'path', 'client', '', 'query parameters'], rows);
}

function createOperation(route: Route, before: OpenApi['paths'][string] | undefined) {
  const { name, summary, parameters, paging, atLeastOne, source } = route;
  const fromSnapshot = source === 'snapshot';
  const fromNodes = !isListSource(source);
  const wires = parameters.filter((parameter) => atLeastOne.includes(parameter.name)).map(({ wire }) => wire);
  return {
    operationId: name,
    summary,
    ...(wires.length === 0 ? {} : { description: `At least one of ${wires.join(' and ')} is required.` }),
    parameters: parameters.map(createParameter),
    responses: {
      200: {
        description: summary,
        content: { 'application/json': describeAnswer(route, before) },
        headers: {
          'Cache-Control': { schema: { type: 'string' } },
          ...(fromNodes ? {} : { ETag: { schema: { type: 'string' } } }),
          ...(paging === null ? {} : { Link: linkHeader }),
        },
      },
      ...(fromNodes ? {} : { 304: { description: 'Not modified: If-None-Match has the current ETag.' } }),
      400: { $ref: '#/components/responses/InvalidParams' },
      401: { $ref: '#/components/responses/Unauthorized' },
      404: { $ref: '#/components/responses/NotFound' },
      ...(fromSnapshot && paging !== null ? { 410: { $ref: '#/components/responses/SnapshotExpired' } } : {}),
      429: { $ref: '#/components/responses/TooManyRequests' },
      502: { $ref: '#/components/responses/BadGateway' },
      503: { $ref: '#/components/responses/Unavailable' },
      504: { $ref: '#/components/responses/Timeout' },
      ...(fromNodes ? { 507: { $ref: '#/components/responses/TooLarge' } } : {}),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

const linkHeader = {
  description:
    'The page that follows, if there is one, with rel="next" (RFC 8288); relative to the url of the request.',
  schema: { type: 'string' },
};

/** The content of a route's answer: the registry's own JSON, or what the service composes. */
function describeAnswer({ source, isItem, answer }: Route, before: OpenApi['paths'][string] | undefined) {
  const schema = { $ref: `#/components/schemas/${answer}` };
  const item = items[source]?.example;
  if (item === undefined)
    return { schema, example: before?.get.responses[200].content['application/json'].example };
  return isItem ? { schema, example: item } : { schema: { type: 'array', items: schema }, example: [item] };
}

function createParameter(parameter: Parameter) {
  const { name, wire, type, required, description, default: preset, example } = parameter;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = parameter;
  const schemas: Readonly<Record<Parameter['type'], object>> = {
    string: { type: 'string', minLength: 1 },
    address: { type: 'string', pattern: '^0[x][0-9a-fA-F]{40}$' },
    topics: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^0[x][0-9a-fA-F]{64}$' } },
    integer: { type: 'integer', minimum, maximum },
    tokenType: { type: 'string', enum: tokenTypes },
    order: { type: 'string', enum: orders },
  };
  return {
    name: wire,
    in: parameter.in,
    required,
    description,
    schema: { ...schemas[type], ...paramLimits[name], ...(preset === undefined ? {} : { default: preset }) },
    // A list is one string with commas.
    ...(type === 'topics' ? { style: 'form', explode: false } : {}),
    ...(example === undefined ? {} : { example }),
  };
}
