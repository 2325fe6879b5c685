import { isJsonObject } from '../model/json.js';
import { findRecords } from '../query/pages.js';
import type { RouteName } from '../query/routes.js';

/** What a network's routes can be asked with. */
export interface Sample {
  readonly symbol?: string;
  readonly denom?: string;
  /** Contracts. */
  readonly erc20?: string;
  readonly cw20?: string;
  /** An account that has moved the ERC-20 token. */
  readonly address?: string;
  readonly topics?: string;
}

const fields = ['symbol', 'denom', 'erc20', 'cw20', 'address', 'topics'] as const;

/** Samples of a file: one for all networks, or one for each. */
export type Samples = (network: string) => Sample;

/** Reads a file of samples. Returns a sentence where it is none. */
export function parseSamples(text: string): Samples | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  if (!isJsonObject(value)) return 'it is no JSON object';
  const isSample = (candidate: unknown): candidate is Sample =>
    isJsonObject(candidate) &&
    Object.entries(candidate).every(
      ([name, given]) => fields.some((known) => known === name) && typeof given === 'string',
    );
  if (isSample(value)) {
    const forAll = value;
    return () => forAll;
  }
  const byNetwork = new Map<string, Sample>();
  for (const [network, sample] of Object.entries(value)) {
    if (!isSample(sample)) return `${network}: it has something else than texts named ${fields.join(', ')}`;
    byNetwork.set(network, sample);
  }
  return (network) => byNetwork.get(network) ?? {};
}

/** What an answer teaches, as far as its unspecified shape can be recognised. */
export function learn(route: RouteName, body: unknown): Sample {
  const [first] = findRecords(body) ?? [];
  switch (route) {
    case 'assets': {
      const symbol = findText(first, /^(symbol|display|name)$/i, /\S/);
      const denom = findText(first, /^(denom|base|base_?denom|minimal_?denom)$/i, /\S/);
      return dropEmpty({ symbol: symbol ?? denom, denom: denom ?? symbol });
    }
    case 'erc20Assets':
      return dropEmpty({ erc20: findText(first, /contract|address|^(denom|id)$/i, /^0x[\da-f]{40}$/i) });
    case 'cw20Assets':
      return dropEmpty({ cw20: findText(first, /contract|address|^(denom|id)$/i, /^[a-z]+1[a-z0-9]{20,}$/) });
    case 'transactionsByEvent': {
      const account = findDeep(first, /^(from|to|sender|recipient|account)$/i, /^0x[\da-f]{40}$/i);
      // A topic holds an address in its last twenty bytes.
      const topic = findDeep(first, /./, /^0x0{24}[\da-f]{40}$/i);
      return dropEmpty({ address: account ?? (topic === undefined ? undefined : `0x${topic.slice(26)}`) });
    }
    default:
      return {};
  }
}

function findText(record: unknown, name: RegExp, value: RegExp): string | undefined {
  if (typeof record === 'string') return value.test(record) ? record : undefined;
  if (!isJsonObject(record)) return undefined;
  return Object.entries(record).flatMap(([field, given]) =>
    name.test(field) && typeof given === 'string' && value.test(given) ? [given] : [],
  )[0];
}

/** The first such text, wherever it stands; the depth is that of an answer that was parsed, so it is bounded here. */
function findDeep(value: unknown, name: RegExp, text: RegExp, field = '', depth = 0): string | undefined {
  if (typeof value === 'string') return name.test(field) && text.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth > 8) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const found = findDeep(child, name, text, Array.isArray(value) ? field || '0' : key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function dropEmpty(sample: { readonly [Name in keyof Sample]: string | undefined }): Sample {
  return Object.fromEntries(Object.entries(sample).filter(([, value]) => value !== undefined));
}
