import { isJsonObject, type JsonObject } from '../../model/json.js';
import { findNearest } from '../../model/describe-unknown.js';
import type { ParameterType, Route, SampleField } from '../client/route.js';
import { routes } from '../client/routes.js';
import { lacksAll, type RouteParams, validateParam } from '../client/params.js';
import { findRecords } from '../client/pages.js';

/** The values from which the parameters of a network's routes are made. */
export type Sample = Readonly<Partial<Record<SampleField, string>>>;

export type Samples = (network: string) => Sample;

interface SampleFieldDefinition {
  readonly type: ParameterType;
  readonly noun: string;
  /** A value that no service knows. */
  readonly madeUp: string;
}

/** The fields of a sample. `address` is an account that has moved the ERC-20 token; `topics` are comma-separated. */
const sampleFields: Readonly<Record<SampleField, SampleFieldDefinition>> = {
  symbol: { type: 'string', noun: 'a symbol', madeUp: 'endpoint-check' },
  denom: { type: 'string', noun: 'a denom', madeUp: 'endpoint-check' },
  erc20: { type: 'address', noun: 'an ERC-20 contract', madeUp: `0x${'ec'.repeat(20)}` },
  cw20: { type: 'string', noun: 'a CW-20 contract', madeUp: 'endpoint-check' },
  address: { type: 'address', noun: 'an account', madeUp: `0x${'ec'.repeat(20)}` },
  topics: { type: 'topics', noun: 'the topics of an event', madeUp: `0x${'ec'.repeat(32)}` },
};

/** Parses a file of samples: the fields of one for all networks, or an object with them for each. Returns every error if it is invalid. */
export function parseSamples(json: string, networks: readonly string[]): Samples | readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return [`not valid JSON: ${error instanceof Error ? error.message : ''}`];
  }
  if (!isJsonObject(value)) return ['expected a JSON object'];
  const entries = Object.entries(value);
  const byNetwork = new Map(
    entries.flatMap(([network, sample]) => (isJsonObject(sample) ? [[network, sample]] : [])),
  );
  if (byNetwork.size < entries.length || entries.length === 0) {
    const errors = validateSample(value, '');
    const [network] = byNetwork.keys();
    if (network !== undefined && entries.length > byNetwork.size)
      errors.push('expected either the fields of one sample or an object for each network, not both');
    return errors.length > 0 ? errors : () => readSample(value);
  }
  const errors = [...byNetwork].flatMap(([network, sample]) => [
    ...suggestNetwork(network, networks),
    ...validateSample(sample, `${network}: `),
  ]);
  return errors.length > 0 ? errors : (network) => readSample(byNetwork.get(network) ?? {});
}

/** The valid fields of a possible sample. */
function readSample(fields: Readonly<Record<string, unknown>>): Sample {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && validateField(name, value) === null,
    ),
  );
}

function validateSample(sample: JsonObject, prefix: string): string[] {
  return Object.entries(sample).flatMap(([name, value]) => {
    // An object is a network in the wrong place, which is reported once for all.
    if (prefix === '' && isJsonObject(value) && !isField(name)) return [];
    const error = validateField(name, value);
    return error === null ? [] : [`${prefix}${name}: ${error}`];
  });
}

function validateField(name: string, value: unknown): string | null {
  if (isField(name)) {
    return typeof value === 'string'
      ? validateParam({ type: sampleFields[name].type, required: true }, value)
      : `expected a string, got ${JSON.stringify(value).slice(0, 80)}`;
  }
  const names = Object.keys(sampleFields);
  const nearest = findNearest(name, names);
  return `unknown field: ${nearest === null ? `expected one of ${names.join(', ')}` : `did you mean ${nearest}?`}`;
}

function isField(name: string): name is SampleField {
  return Object.hasOwn(sampleFields, name);
}

/** A file may have samples of further networks, but none with a misspelled name. */
function suggestNetwork(network: string, networks: readonly string[]): string[] {
  if (networks.includes(network)) return [];
  const nearest = findNearest(network, networks);
  return nearest === null ? [] : [`${network}: this network is not tested: did you mean ${nearest}?`];
}

/** How the first record of an answer provides the values of a sample. */
const finders: Partial<Record<SampleField, (record: unknown) => string | undefined>> = {
  symbol: (record) => findSymbol(record) ?? findDenom(record),
  denom: (record) => findDenom(record) ?? findSymbol(record),
  erc20: (record) => findField(record, /contract|address|^(denom|id)$/i, /^0x[\da-f]{40}$/i),
  cw20: (record) => findField(record, /contract|address|^(denom|id)$/i, /^[a-z]+1[a-z0-9]{20,}$/),
  address: (record) => {
    const account = findDeep(record, /^(from|to|sender|recipient|account)$/i, /^0x[\da-f]{40}$/i);
    // A topic holds an address in its last twenty bytes.
    const topic = findDeep(record, /./, /^0x0{24}[\da-f]{40}$/i);
    return account ?? (topic === undefined ? undefined : `0x${topic.slice(26)}`);
  },
};

/** The values of an answer for the parameters of later routes, as far as its unspecified shape can be recognised. */
export function learn({ provides }: Pick<Route, 'provides'>, body: unknown): Sample {
  const [first] = findRecords(body) ?? [];
  return readSample(Object.fromEntries(provides.map((field) => [field, finders[field]?.(first)])));
}

function findSymbol(record: unknown): string | undefined {
  return findField(record, /^(symbol|display|name)$/i, /\S/);
}

function findDenom(record: unknown): string | undefined {
  return findField(record, /^(denom|base|base_?denom|minimal_?denom)$/i, /\S/);
}

/** The first string field of a record with such a name and value; the record itself if it is such a string. */
function findField(record: unknown, name: RegExp, pattern: RegExp): string | undefined {
  if (typeof record === 'string') return pattern.test(record) ? record : undefined;
  if (!isJsonObject(record)) return undefined;
  return Object.entries(record).flatMap(([field, value]) =>
    name.test(field) && typeof value === 'string' && pattern.test(value) ? [value] : [],
  )[0];
}

/** The first such string at any level; the levels are bounded, since an answer may be nested endlessly. */
function findDeep(value: unknown, name: RegExp, pattern: RegExp, field = '', depth = 0): string | undefined {
  if (typeof value === 'string') return name.test(field) && pattern.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth > 8) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const match = findDeep(child, name, pattern, Array.isArray(value) ? field || '0' : key, depth + 1);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** All routes in the order of their table, but those that need values of another route's answer come after that route. */
export const smokeRoutes: readonly Route[] = orderRoutes(routes);

function orderRoutes(queue: readonly Route[]): readonly Route[] {
  const provided = new Set(queue.flatMap(({ provides }) => provides));
  const next = queue.find((route) =>
    listFields(route).every((field) => !provided.has(field) || route.provides.includes(field)),
  );
  return next === undefined ? queue : [next, ...orderRoutes(queue.filter((route) => route !== next))];
}

/** What the parameters of a route are made from. */
function listFields({ parameters }: Route): readonly SampleField[] {
  return parameters.flatMap(({ sample }) => sample ?? []);
}

/** The parameters that a route needs, from the sample of a network; null if the sample lacks one. */
export function fillParams(
  { parameters, ...route }: Route,
  network: string,
  sample: Sample,
): RouteParams | null {
  const params = Object.fromEntries(
    parameters.flatMap(({ name, required, sample: field, example }) => {
      if (field !== undefined) return [[name, sample[field]]];
      return required ? [[name, name === 'network' ? network : example]] : [];
    }),
  );
  const isComplete = parameters.every(({ name, required }) => !required || params[name] !== undefined);
  return isComplete && !lacksAll(route, params) ? params : null;
}

/** What the parameters of a route are made from, for messages; empty if the network is enough. */
export function describeNeeds(route: Route): string {
  const needed = new Set(listFields(route));
  const nouns = Object.entries(sampleFields).flatMap(([field, { noun }]) =>
    needed.has(field as SampleField) ? [noun] : [],
  );
  return nouns.join(route.atLeastOne.length > 0 ? ' or ' : ' and ');
}

/** A made-up value for unknown parameters of a call that must be refused: a service checks the token before the parameters. */
export const madeUpSample: Sample = Object.fromEntries(
  Object.entries(sampleFields).map(([field, { madeUp }]) => [field, madeUp]),
);
