import { describeUnknownKind as describeUnknown } from '../model/describe-unknown.js';
import type { Check } from './check.js';
import { evmCheck } from './evm/http/index.js';
import { evmWsCheck } from './evm/ws/index.js';
import { grpcCheck } from './cosmos/grpc/index.js';
import { restCheck } from './cosmos/rest/index.js';
import { rpcCheck } from './cosmos/rpc/index.js';
import { grpcWebCheck } from './cosmos/grpc-web/index.js';
import { peerCheck } from './cosmos/peer/index.js';
import { wsCheck } from './cosmos/ws/index.js';
import { solanaCheck } from './solana/index.js';

/** The kinds of endpoints that are checked, in the order of the report. A new kind is a directory and a line here. */
export const checks: readonly Check[] = [
  grpcCheck,
  evmCheck,
  rpcCheck,
  restCheck,
  grpcWebCheck,
  wsCheck,
  evmWsCheck,
  solanaCheck,
  peerCheck,
];

const byKind = new Map<string, Check>(checks.map((check) => [check.kind, check]));

export function findCheck(kind: string): Check | undefined {
  return byKind.get(kind);
}

export function getCheck(kind: string): Check {
  const check = findCheck(kind);
  if (check === undefined) throw new Error(describeUnknownKind(kind));
  return check;
}

/** Loads all that any probe may need: before a process that runs for months listens, since an update may replace its files (`npm ci`). */
export async function loadProbes(): Promise<void> {
  await Promise.all(checks.map((check) => check.loadProbe()));
}

export function describeUnknownKind(kind: string): string {
  return describeUnknown(kind, [...byKind.keys()]);
}
