import { type handleUnaryCall, status, type UntypedServiceImplementation } from '@grpc/grpc-js';

/** Who holds how much, by denom. */
export type Balances = Readonly<
  Record<string, readonly { readonly address: string; readonly amount: string }[]>
>;

/** The state of a node's bank module. */
export interface BankOptions {
  readonly balances?: Balances;
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

/** Answers bank queries as the Cosmos SDK does: owners in the order of their addresses, pages of 100 by default. */
export function implementBank({
  balances = {},
  denomMetadata = {},
  bankCalls = {},
}: BankOptions): UntypedServiceImplementation {
  const listOwners = (denom: string) =>
    [...(balances[denom] ?? [])].sort((a, b) => (a.address < b.address ? -1 : 1));

  const SupplyOf: handleUnaryCall<{ denom: string }, object> = ({ request: { denom } }, callback) => {
    const amount = listOwners(denom).reduce((sum, owner) => sum + BigInt(owner.amount), 0n);
    callback(null, { amount: { denom, amount: String(amount) } });
  };

  const DenomMetadata: handleUnaryCall<{ denom: string }, object> = ({ request: { denom } }, callback) => {
    const metadata = denomMetadata[denom];
    if (metadata !== undefined) callback(null, { metadata });
    else callback({ code: status.NOT_FOUND, details: `client metadata for denom ${denom}` });
  };

  const DenomOwners: handleUnaryCall<OwnersRequest, object> = (
    { request: { denom, pagination } },
    callback,
  ) => {
    const { key = Buffer.alloc(0), offset = 0, limit = 0, count_total = false } = pagination ?? {};
    if (key.length > 0 && offset > 0) {
      callback({ code: status.INVALID_ARGUMENT, details: 'either offset or key is expected, got both' });
      return;
    }
    const owners = listOwners(denom);
    const from = key.length > 0 ? owners.findIndex(({ address }) => address >= key.toString()) : offset;
    const to = from + (limit === 0 ? 100 : limit);
    callback(null, {
      denom_owners: owners
        .slice(from, to)
        .map(({ address, amount }) => ({ address, balance: { denom, amount } })),
      pagination: {
        next_key: Buffer.from(owners[to]?.address ?? ''),
        total: count_total && key.length === 0 ? owners.length : 0,
      },
    });
  };
  return { SupplyOf, DenomMetadata, DenomOwners, ...bankCalls };
}
