import {
  type handleUnaryCall,
  Metadata,
  type ServerUnaryCall,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

/** Who holds how much, by denom. */
export type Balances = Readonly<
  Record<string, readonly { readonly address: string; readonly amount: string }[]>
>;

/** The blocks whose state a node has, the first and the last included; both may change. */
export interface KnownHeights {
  readonly first: number;
  readonly last: number;
}

/** The state of a node's bank module. */
export interface BankOptions {
  /** The same at all heights, or by height. */
  readonly balances?: Balances | ((height: number) => Balances);
  /** By default the node's `height` and all before it; null for a node that knows nothing of heights. */
  readonly knownHeights?: KnownHeights | null;
  /** Fields as in `schemas/cosmos-bank.proto`, by denom. */
  readonly denomMetadata?: Readonly<Record<string, object>>;
  /** Calls that it answers in another way, by name. */
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

/** Answers bank queries as the Cosmos SDK does: owners in the order of their addresses, pages of 100 by default, for the height that is asked for. */
export function implementBank({
  balances = {},
  knownHeights = null,
  denomMetadata = {},
  bankCalls = {},
}: BankOptions): UntypedServiceImplementation {
  const listOwners = (denom: string, height: number): Owners =>
    sortOwners((typeof balances === 'function' ? balances(height) : balances)[denom] ?? []);

  /** As baseapp/grpcserver.go: the height of the request, else the latest, in the header of the response. */
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
      const owner = listOwners(denom, height).find((one) => one.address === address);
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

/** In the words of createQueryContext in baseapp/abci.go, SDK 0.53. */
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
