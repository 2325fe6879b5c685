import type { handleUnaryCall } from '@grpc/grpc-js';
import { type BankOptions, implementBank } from '../../src/sandbox/bank.js';
import type { Entry } from '../../src/model/entry.js';
import { type CosmosNodeOptions, startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { listNode } from './chain-handlers.js';
import { use } from './servers.js';

/** A page of owners as it is requested. */
export interface OwnersRequest {
  readonly denom: string;
  readonly pagination: { readonly key: Buffer; readonly limit: number };
}

type OwnersCall = handleUnaryCall<OwnersRequest, object>;

/** A call with the same answer for every request. */
export function answerWith(message: object): handleUnaryCall<unknown, object> {
  return (_call, callback) => callback(null, message);
}

/** A call that refuses every request. */
export function refuseWith(refusal: {
  readonly code: number;
  readonly details?: string;
}): handleUnaryCall<unknown, object> {
  return (_call, callback) => callback(refusal);
}

/** A bank whose `DenomOwners` calls `before` first, and answers what that resolves to, if anything, else as usual. */
export function withOwnersCall(
  options: BankOptions,
  before: (request: OwnersRequest, height: string | null) => Promise<object | undefined>,
): BankOptions {
  const answerAsUsual = implementBank({ knownHeights: { first: 1, last: 1_234 }, ...options })[
    'DenomOwners'
  ] as OwnersCall;
  const DenomOwners: OwnersCall = (call, callback) => {
    const [height] = call.metadata.get('x-cosmos-block-height');
    before(call.request, height === undefined ? null : String(height)).then(
      (page) => (page === undefined ? answerAsUsual(call, callback) : callback(null, page)),
      (error: unknown) => callback(error as { code: number }),
    );
  };
  return { ...options, bankCalls: { ...options.bankCalls, DenomOwners } };
}

/** A node that answers first pages of owners, and holds back all others until it is released. */
export interface HeldBank {
  readonly entry: Entry;
  /** The denoms that were requested, with the height of each request. */
  readonly walks: readonly string[];
  readonly heights: readonly (string | null)[];
  readonly release: () => void;
}

/** Starts such a node, until the test ends. */
export async function startHeldBank(bank: BankOptions, options: CosmosNodeOptions = {}): Promise<HeldBank> {
  const walks: string[] = [];
  const heights: (string | null)[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  const held = withOwnersCall(bank, ({ denom, pagination }, height) => {
    if (pagination.key.length > 0) return released;
    walks.push(denom);
    heights.push(height);
    return Promise.resolve(undefined);
  });
  const { port } = await use(startCosmosNode({ ...options, ...held }));
  return { entry: listNode('grpc', port), walks, heights, release };
}
