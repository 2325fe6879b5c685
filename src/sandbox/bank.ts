import {
  type handleUnaryCall,
  Metadata,
  type ServerUnaryCall,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

/** Owners and amounts, by denom. */
export type Balances = Readonly<
  Record<string, readonly { readonly address: string; readonly amount: string }[]>
>;

/** The range of heights whose state a node has; both ends are inclusive and may change. */
export interface KnownHeights {
  readonly first: number;
  readonly last: number;
}

/** The state of a node's bank module. */
export interface BankOptions {
  /** Constant, or a function of the height. */
  readonly balances?: Balances | ((height: number) => Balances);
  /** By default all heights up to the node's `height`; null for a node that does not support heights. */
  readonly knownHeights?: KnownHeights | null;
  /** Fields as in `schemas/cosmos-bank.proto`, by denom. */
  readonly denomMetadata?: Readonly<Record<string, object>>;
  /** Replaces implementations of calls, by name. */
  readonly bankCalls?: UntypedServiceImplementation;
}

interface OwnersRequest {
  readonly denom: string;
  readonly pagination: {
    readonly key: Buffer;
    readonly offset: number;
    readonly limit: number;
    readonly count_total: boolean;
  } | null;
}

type Owners = Balances[string];

const heightField = 'x-cosmos-block-height';
const sorted = new WeakMap<Owners, Owners>();

/** Answers bank queries like the Cosmos SDK: owners sorted by address, pages of 100 by default, at the requested height. */
export function implementBank({
  balances = {},
  knownHeights = null,
  denomMetadata = {},
  bankCalls = {},
}: BankOptions): UntypedServiceImplementation {
  const listOwners = (denom: string, height: number): Owners =>
    sortOwners((typeof balances === 'function' ? balances(height) : balances)[denom] ?? []);

  /** Like baseapp/grpcserver.go: the requested height, else the latest, is in the header of the response. */
  const atHeight =
    <Request, Answer>(
      answer: (request: Request, height: number) => Answer,
    ): handleUnaryCall<Request, Answer> =>
    (call, callback) => {
      if (knownHeights === null) return callback(null, answer(call.request, 0));
      const height = readHeight(call) ?? knownHeights.last;
      const refusal = findRefusal(height, knownHeights);
      if (refusal !== null) return callback(refusal);
      const header = new Metadata();
      header.set(heightField, String(height));
      call.sendMetadata(header);
      callback(null, answer(call.request, height));
    };

  const DenomMetadata: handleUnaryCall<{ denom: string }, object> = ({ request: { denom } }, callback) => {
    const metadata = denomMetadata[denom];
    if (metadata !== undefined) callback(null, { metadata });
    else callback({ code: status.NOT_FOUND, details: `client metadata for denom ${denom}` });
  };

  return {
    Balance: atHeight(({ address, denom }: { address: string; denom: string }, height) => {
      const owner = listOwners(denom, height).find((candidate) => candidate.address === address);
      return { balance: { denom, amount: owner?.amount ?? '0' } };
    }),
    SupplyOf: atHeight(({ denom }: { denom: string }, height) => {
      const amount = listOwners(denom, height).reduce((sum, owner) => sum + BigInt(owner.amount), 0n);
      return { amount: { denom, amount: String(amount) } };
    }),
    DenomMetadata,
    DenomOwners: atHeight((request: OwnersRequest, height) =>
      listPage(listOwners(request.denom, height), request),
    ),
    ...bankCalls,
  };
}

function sortOwners(owners: Owners): Owners {
  const known = sorted.get(owners) ?? [...owners].sort((a, b) => (a.address < b.address ? -1 : 1));
  sorted.set(owners, known);
  return known;
}

function listPage(owners: Owners, { denom, pagination }: OwnersRequest): object {
  const { key = Buffer.alloc(0), offset = 0, limit = 0, count_total = false } = pagination ?? {};
  const start = key.toString();
  const found = key.length > 0 ? owners.findIndex(({ address }) => address >= start) : offset;
  const from = found < 0 ? owners.length : found;
  const to = from + (limit === 0 ? 100 : limit);
  return {
    denom_owners: owners
      .slice(from, to)
      .map(({ address, amount }) => ({ address, balance: { denom, amount } })),
    pagination: {
      next_key: Buffer.from(owners[to]?.address ?? ''),
      total: count_total && key.length === 0 ? owners.length : 0,
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
