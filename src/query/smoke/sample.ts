import { isJsonObject, type JsonObject } from '../../model/json.js';
import { findNearest } from '../../model/nearest.js';
import type { ParameterType, SampleField } from '../client/routes.js';
import { validateParam } from '../client/validate-params.js';

/** The values from which the parameters of a network's routes are made. */
export type Sample = Readonly<Partial<Record<SampleField, string>>>;

export type Samples = (network: string) => Sample;

interface SampleFieldDefinition {
  readonly type: ParameterType;
  /** Its name in messages. */
  readonly noun: string;
  /** A value that no service knows. */
  readonly madeUp: string;
}

/** The fields of a sample. `address` is an account that has moved the ERC-20 token; `topics` are comma-separated. */
export const sampleFields: Readonly<Record<SampleField, SampleFieldDefinition>> = {
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
export function readSample(fields: Readonly<Record<string, unknown>>): Sample {
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
  const known = Object.keys(sampleFields);
  const nearest = findNearest(name, known);
  return `unknown field: ${nearest === null ? `expected one of ${known.join(', ')}` : `did you mean ${nearest}?`}`;
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
