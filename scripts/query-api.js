import { describeAnswer, describeSchemas, linkHeader, problemSchema, responses } from './query-api-parts.js';

/** @typedef {import('../src/query/routes.js').Route} Route */
/** @typedef {import('../src/query/routes.js').Parameter} Parameter */
/**
 * The allowed values of parameters; `limits` by the client's name of the parameter, in JSON Schema.
 * @typedef {{
 *   readonly tokenTypes: readonly string[],
 *   readonly orders: readonly string[],
 *   readonly limits: Readonly<Record<string, object>>,
 * }} Values
 */

/**
 * The description of the query API (OpenAPI 3.1), from the table of its routes.
 * @param {readonly Route[]} routes
 * @param {Values} values
 * @param {Readonly<Record<string, readonly object[]>>} answers examples of each answer that the service composes
 */
export function createOpenApi(routes, values, answers) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Query API',
      version: '1',
      description:
        'Assets, tokens, transfers, events and holders of the networks of a registry. Every route is read only; HEAD is answered like GET.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that this description comes from.' }],
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(
        routes.map((route) => [route.path, { get: createOperation(route, values, answers) }]),
      ),
      '/healthz': {
        get: openOperation('healthz', 'Whether the service answers.', 'application/json', { type: 'object' }),
      },
      '/readyz': {
        get: openOperation(
          'readyz',
          'Whether load balancers should send requests here.',
          'application/json',
          {
            type: 'object',
          },
        ),
      },
      '/openapi.json': {
        get: openOperation('openapi', 'This description.', 'application/json', { type: 'object' }),
      },
      '/metrics': {
        get: {
          operationId: 'metrics',
          summary: 'Counts for Prometheus.',
          responses: {
            200: { description: 'Metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
            401: { $ref: '#/components/responses/Unauthorized' },
            default: { $ref: '#/components/responses/Problem' },
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...describeSchemas(routes, answers, { tokenType: values.tokenTypes, sort: values.orders }),
        Problem: problemSchema,
      },
      responses,
    },
  };
}

/**
 * The table of routes in docs/query-api.md.
 * @param {readonly Route[]} routes
 */
export function describeRoutes(routes) {
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
    return `| ${index + 1} | \`${path}\` | \`${name}\` | ${summary} | ${cells.join(', ')} |`;
  });
  return ['| | path | client | | query parameters |', '| --- | --- | --- | --- | --- |', ...rows];
}

/**
 * @param {Route} route
 * @param {Values} values
 * @param {Readonly<Record<string, readonly object[]>>} answers examples of each answer that the service composes
 */
function createOperation(route, values, answers) {
  const { name, summary, parameters, paging, atLeastOne, source } = route;
  const fromSnapshot = source === 'snapshot';
  const fromNodes = fromSnapshot || source === 'events';
  const wires = parameters.filter((parameter) => atLeastOne.includes(parameter.name)).map(({ wire }) => wire);
  return {
    operationId: name,
    summary,
    ...(wires.length === 0 ? {} : { description: `At least one of ${wires.join(' and ')} is required.` }),
    parameters: parameters.map((parameter) =>
      createParameter(parameter, values, values.limits[parameter.name]),
    ),
    responses: {
      200: {
        description: summary,
        content: { 'application/json': describeAnswer(route, answers[name] ?? []) },
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
      ...(fromSnapshot ? { 507: { $ref: '#/components/responses/SnapshotTooLarge' } } : {}),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/**
 * @param {Parameter} parameter
 * @param {Values} values
 * @param {object} [limits] of this service
 */
function createParameter(
  { wire, in: place, type, required, description, default: preset, example, ...range },
  values,
  limits = {},
) {
  const { minimum, maximum } = range;
  const bounds = {
    minimum: minimum ?? 0,
    maximum: maximum ?? Number.MAX_SAFE_INTEGER,
  };
  /** @type {Readonly<Record<Parameter['type'], object>>} */
  const schemas = {
    string: { type: 'string', minLength: 1 },
    address: { type: 'string', pattern: '^0[x][0-9a-fA-F]{40}$' },
    topics: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^0[x][0-9a-fA-F]{64}$' } },
    integer: { type: 'integer', ...bounds },
    tokenType: { type: 'string', enum: values.tokenTypes },
    order: { type: 'string', enum: values.orders },
  };
  return {
    name: wire,
    in: place,
    required,
    description,
    schema: { ...schemas[type], ...limits, ...(preset === undefined ? {} : { default: preset }) },
    // A list is one string with commas.
    ...(type === 'topics' ? { style: 'form', explode: false } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

/**
 * @param {string} operationId
 * @param {string} summary
 * @param {string} mediaType
 * @param {object} schema
 */
function openOperation(operationId, summary, mediaType, schema) {
  return {
    operationId,
    summary,
    security: [],
    responses: {
      200: { description: summary, content: { [mediaType]: { schema } } },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}
