import { joinChoices } from './describe-unknown.js';
import type { EndpointKind } from './endpoint-kind.generated.js';
import { findNearest } from './nearest.js';

/** What people call the kinds besides their names: older names, and those of protocols and programs. */
const otherNames: Readonly<Partial<Record<EndpointKind, readonly string[]>>> = {
  rest: ['lcd', 'api', 'http'],
  rpc: ['tendermint', 'comet', 'cometbft', 'cosmos-rpc'],
  evm: ['ethereum', 'eth', 'evm-rpc', 'eth-rpc', 'json-rpc', 'jsonrpc'],
  ws: ['wss', 'websocket'],
  'evm-ws': ['evm-wss', 'eth-ws', 'json-rpc-websocket'],
  solana: ['sol', 'svm'],
  peer: ['p2p', 'peers', 'seed', 'seeds', 'persistent-peer'],
};

/** The kind that a name is probably meant to be; null if there is none. */
export function findMeantKind(name: string, kinds: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const other = kinds.find((kind) => otherNames[kind as EndpointKind]?.includes(lower));
  return other ?? findNearest(name, kinds);
}

export function describeUnknownKind(name: string, kinds: readonly string[]): string {
  const meant = findMeantKind(name, kinds);
  const suggestion = meant === null ? '' : ` (did you mean ${meant}?)`;
  return `unknown kind "${name}": expected ${joinChoices(kinds)}${suggestion}`;
}
