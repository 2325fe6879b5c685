import { truncate } from '../../model/text.js';
import {
  type Coin,
  type Metadata,
  QueryBalanceRequest,
  QueryBalanceResponse,
  QueryDenomMetadataRequest,
  QueryDenomMetadataResponse,
  QueryDenomOwnersRequest,
  QueryDenomOwnersResponse,
  QuerySupplyOfRequest,
  QuerySupplyOfResponse,
} from './cosmos-bank.generated.js';
import { heightField, parseHeight } from '../words.js';
import { type CallDefinition, defineCall, type ReadHeader, requireAtMost } from './messages.js';

export interface DenomOwner {
  readonly address: string;
  /** A decimal integer of any size. */
  readonly amount: string;
}

export interface OwnersPage {
  readonly owners: readonly DenomOwner[];
  /** Key of the next page; empty after the last. */
  readonly nextKey: Buffer;
  /** How many owners there are in all; 0 if that was not requested. */
  readonly total: number;
  /** The block height of the page; null if the node does not say. */
  readonly height: number | null;
}

export interface Balance {
  /** A decimal integer of any size. */
  readonly amount: string;
  /** The block height of the balance; null if the node does not say. */
  readonly height: number | null;
}

/** A chain's metadata of a denom. Every string may be empty, and is untrusted. */
export interface DenomMetadata {
  readonly description: string;
  readonly denomUnits: readonly DenomUnit[];
  readonly base: string;
  readonly display: string;
  readonly name: string;
  readonly symbol: string;
}

/** A unit of a denom: 10 to the power of `exponent` of its base. */
export interface DenomUnit {
  readonly denom: string;
  readonly exponent: number;
  readonly aliases: readonly string[];
}

export interface OwnersRequest {
  readonly denom: string;
  /** The `nextKey` of the previous page; empty for the first. */
  readonly key: Buffer;
  readonly limit: number;
  /** The block height to query; null for the latest. */
  readonly height: number | null;
  /** Have the node count all owners, by reading them; only on the first page. */
  readonly countTotal?: boolean;
}

/** Bounds of an answer: those of the SDK, or far above any honest chain. */
const bounds = { addressLength: 128, keyBytes: 512, ownerBytes: 512, metadataBytes: 64 << 10 } as const;

const bank = '/cosmos.bank.v1beta1.Query';

/** `cosmos.bank.v1beta1.Query/DenomOwners`. An answer with more owners than requested is malformed. */
export function listDenomOwners({
  denom,
  key,
  limit,
  height,
  countTotal = false,
}: OwnersRequest): CallDefinition<OwnersPage> {
  const pagination = { key, offset: 0, limit, countTotal, reverse: false };
  return defineCall(
    `${bank}/DenomOwners`,
    QueryDenomOwnersRequest.encode({ denom, pagination }).finish(),
    (bytes, readHeader) => ({ ...readOwners(bytes, limit), height: readHeight(readHeader) }),
    height,
  );
}

/** `cosmos.bank.v1beta1.Query/Balance` at the latest block. */
export function getBalance(address: string, denom: string): CallDefinition<Balance> {
  const request = QueryBalanceRequest.encode({ address, denom }).finish();
  return defineCall(`${bank}/Balance`, request, (bytes, readHeader) => ({
    amount: readAmount(QueryBalanceResponse.decode(bytes).balance),
    height: readHeight(readHeader),
  }));
}

/** `cosmos.bank.v1beta1.Query/SupplyOf` at a height, null for the latest: a decimal integer of any size. */
export function getSupply(denom: string, height: number | null = null): CallDefinition<string> {
  const request = QuerySupplyOfRequest.encode({ denom }).finish();
  const decode = (bytes: Buffer) => readAmount(QuerySupplyOfResponse.decode(bytes).amount);
  return defineCall(`${bank}/SupplyOf`, request, decode, height);
}

/** `cosmos.bank.v1beta1.Query/DenomMetadata`. */
export function getDenomMetadata(denom: string): CallDefinition<DenomMetadata | null> {
  const request = QueryDenomMetadataRequest.encode({ denom }).finish();
  return defineCall(`${bank}/DenomMetadata`, request, (bytes) => {
    requireAtMost(bytes, bounds.metadataBytes);
    const { metadata } = QueryDenomMetadataResponse.decode(bytes);
    return metadata === undefined ? null : truncateMetadata(metadata);
  });
}

function truncateMetadata({ description, denomUnits, base, display, name, symbol }: Metadata): DenomMetadata {
  return {
    description: truncate(description),
    denomUnits: denomUnits.map((unit) => ({
      denom: truncate(unit.denom),
      exponent: unit.exponent,
      aliases: unit.aliases.map(truncate),
    })),
    base: truncate(base),
    display: truncate(display),
    name: truncate(name),
    symbol: truncate(symbol),
  };
}

function readOwners(bytes: Buffer, limit: number): Omit<OwnersPage, 'height'> {
  // Before decoding, which takes time in proportion to the number of owners; an owner can take only two bytes.
  requireAtMost(bytes, (limit + 1) * bounds.ownerBytes + bounds.keyBytes);
  const { denomOwners, pagination } = QueryDenomOwnersResponse.decode(bytes);
  if (denomOwners.length > limit) throw new Error(`more than the ${limit} owners that were requested`);
  const nextKey = pagination?.nextKey ?? Buffer.alloc(0);
  if (nextKey.length > bounds.keyBytes) throw new Error(`a key of more than ${bounds.keyBytes} bytes`);
  const owners = denomOwners.map(({ address, balance }) => {
    if (address.length > bounds.addressLength || !/^[\da-z]+$/i.test(address)) {
      throw new Error('an owner without an address');
    }
    return { address, amount: readAmount(balance) };
  });
  return { owners, nextKey, total: pagination?.total ?? 0 };
}

/** The SDK's integers have 256 bits, 78 decimal digits; zero is absent on the wire. */
function readAmount(coin: Coin | undefined): string {
  const amount = coin?.amount ?? '0';
  if (!/^\d{1,78}$/.test(amount)) throw new Error('an amount that is not a whole number');
  return amount;
}

function readHeight(readHeader?: ReadHeader): number | null {
  return parseHeight(readHeader?.(heightField) ?? '');
}
