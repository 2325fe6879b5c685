// The fixed parts of the description of the query API: examples, problems and the answers that have them.

/** @type {Readonly<Record<string, unknown>>} */
export const exampleValues = {
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

/**
 * Schemas and examples of the answers that are the registry's own JSON.
 * @type {Readonly<Record<string, object>>}
 */
export const examples = {
  assets: { schema: listSchema, example: [asset] },
  asset: { schema: { type: 'object' }, example: asset },
  erc20Assets: { schema: listSchema, example: [token] },
  erc20Asset: { schema: { type: 'object' }, example: token },
  cw20Assets: { schema: listSchema, example: [contract] },
  cw20Asset: { schema: { type: 'object' }, example: contract },
};

/**
 * The schema of an answer that the service composes, from examples: its fields, their types, and which of them may be null.
 * @param {readonly object[]} answers
 */
export function describeAnswer(answers) {
  return { schema: describeValues(answers), example: answers[0] };
}

/**
 * @param {readonly unknown[]} values
 * @returns {object}
 */
function describeValues(values) {
  const [first, ...more] = values.filter((value) => value !== null);
  if (first === undefined) return {};
  const type = Array.isArray(first) ? 'array' : Number.isInteger(first) ? 'integer' : typeof first;
  const schema = { type: values.includes(null) ? [type, 'null'] : type };
  if (Array.isArray(first)) return { ...schema, items: describeValues([first, ...more].flat()) };
  if (typeof first !== 'object') return schema;
  const names = Object.keys(first);
  /** @param {string} name */
  const describeField = (name) =>
    describeValues([first, ...more].map((value) => /** @type {Record<string, unknown>} */ (value)[name]));
  return {
    ...schema,
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, describeField(name)])),
  };
}

export const problemSchema = {
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
      description: 'Every invalid parameter.',
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

const retryAfter = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } };

export const linkHeader = {
  description:
    'The page that follows, where there is one, with rel="next" (RFC 8288); relative to the url of the request.',
  schema: { type: 'string' },
};

export const responses = {
  InvalidParams: problem('Parameters are missing, unknown or invalid; each is named.', {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'invalid parameters: limit',
    errors: [{ parameter: 'limit', detail: 'expected an integer from 1 to 1000, got 1001' }],
  }),
  Unauthorized: problem('The token is missing or unknown.', undefined, {
    'WWW-Authenticate': { schema: { type: 'string' }, description: 'RFC 6750 section 3.' },
  }),
  NotFound: problem('Unknown network, asset or path.', {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'unknown network "nowhere"',
  }),
  BadGateway: problem('A file of the registry cannot be read, or no node gave a valid answer.'),
  SnapshotExpired: problem(
    'No node serves the height of the cursor any more: begin again without a cursor.',
    {
      type: 'urn:endpoint-check:snapshot-expired',
      title: 'Gone',
      status: 410,
      detail: 'the snapshot of this cursor has expired (snapshot-expired); begin again without a cursor',
    },
  ),
  TooManyRequests: problem('The token has used up its rate.', undefined, retryAfter),
  SnapshotTooLarge: problem('The holders of the denom do not fit into the memory of the service.'),
  Unavailable: problem(
    'No node is available, too many requests are under way, or the holders are still being counted.',
    {
      type: 'urn:endpoint-check:snapshot-building',
      title: 'Service Unavailable',
      status: 503,
      detail: 'the holders of ukava are being counted: 120000 so far; try again later',
      progress: { holders: 120_000, startedAt: '2026-11-20T08:15:30.000Z' },
    },
    retryAfter,
  ),
  Timeout: problem('The nodes did not answer in time.'),
  Problem: problem('Any other problem: 405, 408, 414, 431, 500.'),
};
