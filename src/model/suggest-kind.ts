import { joinChoices } from './describe-unknown.js';
import type { EndpointKind } from './endpoint-kind.generated.js';
import { findNearest } from './nearest.js';

/** What people call the kinds besides their names: older names, and those of protocols and programs. */
const otherNames: Readonly<Record<string, EndpointKind>> = {
  ...{ lcd: 'rest', api: 'rest', http: 'rest' },
  ...{ tendermint: 'rpc', comet: 'rpc', cometbft: 'rpc', 'cosmos-rpc': 'rpc' },
  ...{ ethereum: 'evm', eth: 'evm', 'evm-rpc': 'evm', 'eth-rpc': 'evm', 'json-rpc': 'evm', jsonrpc: 'evm' },
  ...{ wss: 'ws', websocket: 'ws', 'evm-wss': 'evm-ws', 'eth-ws': 'evm-ws', 'json-rpc-websocket': 'evm-ws' },
  ...{ sol: 'solana', svm: 'solana' },
  ...{ p2p: 'peer', peers: 'peer', seed: 'peer', seeds: 'peer', 'persistent-peer': 'peer' },
};

/** The kind that a name is probably meant to be; null if there is none. */
export function findMeantKind(name: string, kinds: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const other = Object.hasOwn(otherNames, lower) ? (otherNames[lower] ?? null) : null;
  return other !== null && kinds.includes(other) ? other : findNearest(name, kinds);
}

/** The message for an unknown kind. */
export function describeUnknownKind(name: string, kinds: readonly string[]): string {
  const meant = findMeantKind(name, kinds);
  const suggestion = meant === null ? '' : ` (did you mean ${meant}?)`;
  return `unknown kind "${name}": expected ${joinChoices(kinds)}${suggestion}`;
}
