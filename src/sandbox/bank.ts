import {
  type handleUnaryCall,
  Metadata,
  type ServerUnaryCall,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

/** An owner of a denom; the amount in its smallest unit. */
export interface Owner {
  readonly address: string;
  readonly amount: string;
}

export type Balances = Readonly<Record<string, readonly Owner[]>>;

/** The owners of a denom at a height, in the order of their addresses. */
export interface OwnerList {
  readonly count: number;
  readonly supply: bigint;
  readonly get: (index: number) => Owner;
  /** The first whose address is not before this one; `count` if there is none. */
  readonly findIndex: (address: string) => number;
}

/** The range of heights whose state a node has; both ends are inclusive and may change. */
export interface KnownHeights {
  readonly first: number;
  readonly last: number;
}

export interface BankOptions {
  /** Constant, or a function of the height. */
  readonly balances?: Balances | ((height: number) => Balances);
  /** In place of `balances`: lists that are too large to be written down. */
  readonly listOwners?: (denom: string, height: number) => OwnerList;
  /** By default all heights up to the node's `height`; null for a node that does not support heights. */
  readonly knownHeights?: KnownHeights | null;
  /** Fields as in `schemas/cosmos-bank.proto`, by denom. */
  readonly denomMetadata?: Readonly<Record<string, object>>;
  /** Replaces implementations of calls, by name. */
  readonly bankCalls?: UntypedServiceImplementation;
}

/** A request for a page of owners; `pagination` is null for the first one. */
export interface OwnersRequest {
  readonly denom: string;
  readonly pagination: {
    readonly key: Buffer;
    readonly offset: number;
    readonly limit: number;
    readonly count_total: boolean;
  } | null;
}

const heightField = 'x-cosmos-block-height';
const lists = new WeakMap<readonly Owner[], OwnerList>();

/** Answers bank queries like the Cosmos SDK: owners sorted by address, pages of 100 by default, at the requested height. */
export function implementBank({
  balances = {},
  listOwners = (denom, height) =>
    createList((typeof balances === 'function' ? balances(height) : balances)[denom] ?? []),
  knownHeights = null,
  denomMetadata = {},
  bankCalls = {},
}: BankOptions): UntypedServiceImplementation {
  const atHeight = <Request, Answer>(answer: (request: Request, height: number) => Answer) =>
    answerAt(knownHeights, answer);

  const DenomMetadata: handleUnaryCall<{ denom: string }, object> = ({ request: { denom } }, callback) => {
    const metadata = denomMetadata[denom];
    if (metadata !== undefined) callback(null, { metadata });
    else callback({ code: status.NOT_FOUND, details: `client metadata for denom ${denom}` });
  };

  return {
    Balance: atHeight(({ address, denom }: { address: string; denom: string }, height) => {
      const owners = listOwners(denom, height);
      const index = owners.findIndex(address);
      const owner = index < owners.count ? owners.get(index) : null;
      return { balance: { denom, amount: owner?.address === address ? owner.amount : '0' } };
    }),
    SupplyOf: atHeight(({ denom }: { denom: string }, height) => ({
      amount: { denom, amount: String(listOwners(denom, height).supply) },
    })),
    DenomMetadata,
    Params: atHeight(() => Buffer.alloc(0)),
    DenomOwners: atHeight((request: OwnersRequest, height) =>
      listPage(listOwners(request.denom, height), request),
    ),
    ...bankCalls,
  };
}

/** A call of the bank like baseapp/grpcserver.go: the requested height, else the latest, is in the header of the response. @public for `bench/` */
export function answerAt<Request, Answer>(
  knownHeights: KnownHeights | null,
  answer: (request: Request, height: number) => Answer,
): handleUnaryCall<Request, Answer> {
  return (call, callback) => {
    if (knownHeights === null) return callback(null, answer(call.request, 0));
    const height = readHeight(call) ?? knownHeights.last;
    const refusal = findRefusal(height, knownHeights);
    if (refusal !== null) return callback(refusal);
    const header = new Metadata();
    header.set(heightField, String(height));
    call.sendMetadata(header);
    callback(null, answer(call.request, height));
  };
}

function createList(owners: readonly Owner[]): OwnerList {
  const previous = lists.get(owners);
  if (previous !== undefined) return previous;
  const sorted = [...owners].sort((a, b) => (a.address < b.address ? -1 : 1));
  const list: OwnerList = {
    count: sorted.length,
    get supply() {
      return sorted.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    },
    get: (index) => {
      const owner = sorted[index];
      if (owner === undefined) throw new RangeError(`no owner ${index} of ${sorted.length}`);
      return owner;
    },
    findIndex: (address) => {
      const at = sorted.findIndex((owner) => owner.address >= address);
      return at < 0 ? sorted.length : at;
    },
  };
  lists.set(owners, list);
  return list;
}

/** A page of owners, of 100 by default. @public for `bench/` */
export function listPage(owners: OwnerList, { denom, pagination }: OwnersRequest): object {
  const { key = Buffer.alloc(0), offset = 0, limit = 0, count_total = false } = pagination ?? {};
  const from = Math.min(key.length > 0 ? owners.findIndex(key.toString()) : offset, owners.count);
  const to = Math.min(from + (limit === 0 ? 100 : limit), owners.count);
  const page = Array.from({ length: to - from }, (_, at) => owners.get(from + at));
  return {
    denom_owners: page.map(({ address, amount }) => ({ address, balance: { denom, amount } })),
    pagination: {
      next_key: Buffer.from(to < owners.count ? owners.get(to).address : ''),
      total: count_total && key.length === 0 ? owners.count : 0,
    },
  };
}

function readHeight({ metadata }: Pick<ServerUnaryCall<unknown, unknown>, 'metadata'>): number | null {
  const [height] = metadata.get(heightField);
  return height === undefined ? null : Number(height);
}

/** With the wording of createQueryContext in baseapp/abci.go, SDK 0.53. */
function findRefusal(height: number, { first, last }: KnownHeights) {
  if (height > last)
    return {
      code: status.UNKNOWN,
      details: 'cannot query with height in the future; please provide a valid height: invalid height',
    };
  if (height >= first) return null;
  const details = `failed to load state at height ${height}; version does not exist (latest height: ${last}): not found`;
  return { code: status.NOT_FOUND, details };
}
