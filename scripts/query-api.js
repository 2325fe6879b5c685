/** @typedef {import('../src/query/routes.js').Route} Route */
/** @typedef {import('../src/query/routes.js').Parameter} Parameter */

/**
 * The description of the query API (OpenAPI 3.1), from the table of its routes.
 * @param {readonly Route[]} routes
 * @param {{ readonly tokenTypes: readonly string[], readonly orders: readonly string[] }} values
 */
export function createOpenApi(routes, values) {
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
      ...Object.fromEntries(routes.map((route) => [route.path, { get: createOperation(route, values) }])),
      '/healthz': {
        get: openOperation('healthz', 'Whether the service answers.', 'application/json', { type: 'object' }),
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
      schemas: { Problem: problemSchema },
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
 * @param {{ readonly tokenTypes: readonly string[], readonly orders: readonly string[] }} values
 */
function createOperation({ name, summary, parameters, paging, atLeastOne }, values) {
  const fromNodes = paging !== null || name === 'holderSummary';
  const wires = parameters.filter((parameter) => atLeastOne.includes(parameter.name)).map(({ wire }) => wire);
  return {
    operationId: name,
    summary,
    ...(wires.length === 0 ? {} : { description: `At least one of ${wires.join(' and ')} must be given.` }),
    parameters: parameters.map((parameter) => createParameter(parameter, values)),
    responses: {
      200: {
        description: summary,
        content: { 'application/json': examples[name] },
        headers: {
          'Cache-Control': { schema: { type: 'string' } },
          ...(fromNodes ? {} : { ETag: { schema: { type: 'string' } } }),
        },
      },
      ...(fromNodes ? {} : { 304: { description: 'It is what If-None-Match says.' } }),
      400: { $ref: '#/components/responses/WrongParameters' },
      401: { $ref: '#/components/responses/Unauthorized' },
      404: { $ref: '#/components/responses/NotFound' },
      502: { $ref: '#/components/responses/BadGateway' },
      503: { $ref: '#/components/responses/Unavailable' },
      504: { $ref: '#/components/responses/Timeout' },
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/**
 * @param {Parameter} parameter
 * @param {{ readonly tokenTypes: readonly string[], readonly orders: readonly string[] }} values
 */
function createParameter(
  { name, wire, in: place, type, required, description, default: preset, ...range },
  values,
) {
  const { minimum, maximum } = range;
  const bounds = {
    minimum: minimum ?? 0,
    maximum: maximum ?? Number.MAX_SAFE_INTEGER,
  };
  /** @type {Readonly<Record<Parameter['type'], object>>} */
  const schemas = {
    text: { type: 'string', minLength: 1 },
    hex: { type: 'string', pattern: '^0[x][0-9a-fA-F]+$' },
    hexes: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^0[x][0-9a-fA-F]+$' } },
    integer: { type: 'integer', ...bounds },
    tokenType: { type: 'string', enum: values.tokenTypes },
    order: { type: 'string', enum: values.orders },
  };
  return {
    name: wire,
    in: place,
    required,
    description,
    schema: { ...schemas[type], ...(preset === undefined ? {} : { default: preset }) },
    // A list is one text with commas.
    ...(type === 'hexes' ? { style: 'form', explode: false } : {}),
    ...(exampleValues[name] === undefined ? {} : { example: exampleValues[name] }),
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

/** @type {Readonly<Record<string, unknown>>} */
const exampleValues = {
  network: 'kava',
  denom: 'ukava',
  address: `0x${'ab'.repeat(20)}`,
  contractAddress: '0x919C1c267BC06a7039e03fcc2eF738525769109c',
  tokenType: 'ERC20',
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
  startBlock: 1_000,
  endBlock: 2_000,
};

const asset = { denom: 'ukava', type: 'staking', symbol: 'KAVA', decimals: 6 };
const token = {
  chainId: 2222,
  address: '0x919C1c267BC06a7039e03fcc2eF738525769109c',
  symbol: 'USDt',
  decimals: 6,
};
const contract = {
  chainId: -1,
  address: 'juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr',
  symbol: 'NETA',
};
const listSchema = { type: 'array', items: { type: 'object' } };
const anySchema = { type: ['object', 'array'] };

/** What the routes answer with; those that ask nodes leave the shape to them. */
/** @type {Readonly<Record<string, object>>} */
const examples = {
  assets: { schema: listSchema, example: [asset] },
  asset: { schema: { type: 'object' }, example: asset },
  erc20Assets: { schema: listSchema, example: [token] },
  erc20Asset: { schema: { type: 'object' }, example: token },
  cw20Assets: { schema: listSchema, example: [contract] },
  cw20Asset: { schema: { type: 'object' }, example: contract },
  accountTransferEvents: { schema: anySchema },
  transactionsByEvent: { schema: anySchema },
  holders: { schema: anySchema },
  holderSummary: { schema: anySchema },
};

const problemSchema = {
  description: 'Why there is no answer (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri-reference' },
    errors: {
      description: 'Every parameter that is wrong.',
      type: 'array',
      items: {
        type: 'object',
        required: ['parameter', 'detail'],
        properties: { parameter: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
};

/**
 * @param {string} description
 * @param {object} [example]
 * @param {object} [headers]
 */
function problem(description, example, headers) {
  const schema = { $ref: '#/components/schemas/Problem' };
  const content = { 'application/problem+json': { schema, ...(example === undefined ? {} : { example }) } };
  return { description, ...(headers === undefined ? {} : { headers }), content };
}

const responses = {
  WrongParameters: problem('Parameters are wrong; each is named.', {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'wrong parameters: limit',
    errors: [{ parameter: 'limit', detail: '1001 is not a whole number from 1 to 1000' }],
  }),
  Unauthorized: problem('The token is missing or unknown.', undefined, {
    'WWW-Authenticate': { schema: { type: 'string' }, description: 'RFC 6750 section 3.' },
  }),
  NotFound: problem('There is no such network, asset or path.', {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'the registry has no network "nowhere"',
  }),
  BadGateway: problem('The file that the answer stands in, or the nodes behind the service, cannot be used.'),
  Unavailable: problem('No node answers, or too many requests are under way.', undefined, {
    'Retry-After': { schema: { type: 'integer' }, description: 'Seconds; not always there.' },
  }),
  Timeout: problem('The nodes gave no answer in time.'),
  Problem: problem('Any other problem: 405, 408, 414, 431, 500.'),
};
