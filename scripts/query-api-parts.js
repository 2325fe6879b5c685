// The fixed parts of the description of the query API: examples, problems and the answers that have them.

/** @typedef {import('../src/query/routes.js').Route} Route */

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
  decimals: 6,
};

const symbol = { type: 'string', description: 'The symbol that people know it by.' };
const decimals = { type: 'integer', description: 'Amounts are in units of ten to the power of minus this.' };

/** The items of the lists of a registry, all of whose other fields are free. */
const itemSchemas = {
  Asset: {
    description: 'An asset, as in the file of the registry.',
    type: 'object',
    required: ['denom', 'symbol'],
    properties: { denom: { type: 'string', description: 'As the chain reports it.' }, symbol, decimals },
    additionalProperties: true,
  },
  Token: {
    description: 'An ERC-20 or CW-20 token, as in the file of the registry.',
    type: 'object',
    required: ['symbol'],
    properties: {
      contract: { type: 'string', description: 'The address of the contract.' },
      address: { type: 'string', description: 'The same in older files.' },
      symbol,
      decimals,
    },
    additionalProperties: true,
  },
};

/** @param {string} name */
const refer = (name) => ({ $ref: `#/components/schemas/${name}` });
/** @param {string} name */
const listOf = (name) => ({ type: 'array', items: refer(name) });

/**
 * Examples of the items of a registry's lists.
 * @type {Readonly<Record<string, object>>}
 */
const itemExamples = { assets: asset, erc20: token, cw20: contract };

/** What the objects in fields are called. */
const objectNames = /** @type {Readonly<Record<string, string>>} */ ({
  range: 'BlockRange',
  transfers: 'TransferEvent',
  items: 'TransferItem',
  logs: 'LoggedEvent',
  holders: 'Holder',
  asOf: 'SnapshotTime',
  metadata: 'DenomMetadata',
  denomUnits: 'DenomUnit',
});

/** What objects are. */
const objectDescriptions = /** @type {Readonly<Record<string, string>>} */ ({
  BlockRange: 'Blocks, both included.',
  TransferItem: 'An amount of a token that was transferred.',
  TransferEvent: 'One Transfer, TransferSingle or TransferBatch.',
  TransferTransaction:
    'A transaction with its transfers of the token, in the order in which they were logged.',
  TransferEventsPage:
    'A page of the transfers of a token that an account sent or received. Addresses are in lower case.',
  LoggedEvent: 'An event of the chain.',
  EventTransaction: 'A transaction with its matching events, in the order in which they were logged.',
  TransactionsByEventPage:
    'A page of the transactions with events of a contract, of certain topics, or both.',
  Holder: 'A holder of a denom.',
  SnapshotTime: 'When balances were read.',
  HoldersPage: 'A page of the holders of a denom, the largest balance first.',
  DenomUnit: 'A unit of a denom.',
  DenomMetadata: 'What the metadata of a chain says of a denom: untrusted text.',
  HolderSummary: 'How a denom is held.',
});

/** What fields mean, where their name does not tell; `Type.field` if it means something else there. */
const fieldDescriptions = /** @type {Readonly<Record<string, string>>} */ ({
  next: 'Send it as cursor with the same request to get the records that follow; null at the end.',
  range:
    'The blocks that all pages together search, both included; null where the chain has not reached the first.',
  timestamp: 'ISO 8601, UTC; null where no node gave the block in time.',
  operator: 'Who made the transfer; null except for ERC1155.',
  items: 'One, except for a TransferBatch.',
  tokenId: 'Decimal; null for ERC20, which has none.',
  amount: 'Decimal, in the smallest unit.',
  data: '0x and hexadecimal digits.',
  supply: "Decimal, in the denom's base unit.",
  holderCount: 'Null where no node lists holders.',
  sum: 'All balances together, decimal; null where no node lists holders.',
  difference: '`supply` minus `sum`, decimal; null where no node lists holders.',
  asOf: 'When the balances were read.',
  height: 'The block; null where no node answers for one height, so that balances may have moved meanwhile.',
  time: 'ISO 8601, UTC: of the block, else when the reading began.',
  metadata: 'Null where the chain has none.',
});

/**
 * The schemas of all answers by name, from examples of those that the service composes: their fields, their types, and which of them may be null.
 * @param {readonly Route[]} routes
 * @param {Readonly<Record<string, readonly object[]>>} answers by route
 * @param {Readonly<Record<string, readonly string[]>>} enums the values of fields that have only a few
 */
export function describeSchemas(routes, answers, enums) {
  /** @type {Record<string, object>} */
  const schemas = { ...itemSchemas };
  const objects = new Map();
  for (const { name, answer } of routes)
    describeValues(answers[name] ?? [], { name: answer, enums, schemas, objects });
  return schemas;
}

/**
 * The content of a route's answer: the registry's own JSON, or what the service composes.
 * @param {Route} route
 * @param {readonly object[]} answers
 */
export function describeAnswer({ source, isItem, answer }, answers) {
  const item = itemExamples[source];
  if (item === undefined) return { schema: refer(answer), example: answers[0] };
  return isItem ? { schema: refer(answer), example: item } : { schema: listOf(answer), example: [item] };
}

/**
 * @param {readonly unknown[]} values
 * @param {{
 *   readonly name: string,
 *   readonly enums: Readonly<Record<string, readonly string[]>>,
 *   readonly schemas: Record<string, object>,
 *   readonly objects: Map<string, readonly unknown[]>,
 * }} context `name` is that of the field, or of the object in it; objects are added to `schemas`
 * @returns {object}
 */
function describeValues(values, context) {
  const [first, ...more] = values.filter((value) => value !== null);
  if (first === undefined) return {};
  const { name, enums, schemas, objects } = context;
  const nullable = values.includes(null);
  if (Array.isArray(first))
    return {
      type: nullable ? ['array', 'null'] : 'array',
      items: describeValues([first, ...more].flat(), context),
    };
  if (typeof first !== 'object') {
    const type = Number.isInteger(first) ? 'integer' : typeof first;
    return {
      type: nullable ? [type, 'null'] : type,
      ...(enums[name] === undefined ? {} : { enum: enums[name] }),
    };
  }
  const names = Object.keys(first);
  const called =
    name !== 'transactions'
      ? (objectNames[name] ?? name)
      : names.includes('logs')
        ? 'EventTransaction'
        : 'TransferTransaction';
  const source = 'scripts/query-api-parts.js';
  if (objectDescriptions[called] === undefined) throw new Error(`no description of ${called}: ${source}`);
  // What different answers say of it together.
  const all = [...(objects.get(called) ?? []), first, ...more];
  objects.set(called, all);
  schemas[called] = {
    description: objectDescriptions[called],
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      names.map((field) => {
        const own = all.map((value) => /** @type {Record<string, unknown>} */ (value)[field]);
        const description = fieldDescriptions[`${called}.${field}`] ?? fieldDescriptions[field];
        if (/\bnull\b/i.test(description ?? '') && !own.includes(null) && all.length > 1)
          throw new Error(`${called}.${field} is null in no example, but ${source} says when it is`);
        const schema = describeValues(own, { ...context, name: field });
        return [field, { ...schema, ...(description === undefined ? {} : { description }) }];
      }),
    ),
  };
  return nullable ? { anyOf: [refer(called), { type: 'null' }] } : refer(called);
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
