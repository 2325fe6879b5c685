import { truncate } from '../../model/truncate.js';
import { type CallDefinition, readMembers } from './messages.js';
import { findMethod } from './methods.js';

/** Who holds how much of a denom. */
export interface DenomOwner {
  readonly address: string;
  /** A decimal number of any size. */
  readonly amount: string;
}

/** A part of the owners of a denom. */
export interface OwnersPage {
  readonly owners: readonly DenomOwner[];
  /** Where the next part begins; empty behind the last. */
  readonly nextKey: Buffer;
  /** All owners there are, 0 where they were not counted. */
  readonly total: number;
}

/** What a chain says of a denom; every text may be empty, and is the chain's word. */
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

/** Which part of the owners to give. */
export interface OwnersRequest {
  readonly denom: string;
  /** As the part before gave it; empty for the first. */
  readonly key: Buffer;
  readonly limit: number;
  /** True to count all owners, which is dear. */
  readonly countTotal: boolean;
}

const bankService = 'cosmos.bank.v1beta1.Query';

/** Bounds of what a node's answer may hold: the SDK's own, or what no honest chain comes near to. */
const bounds = { addressLength: 128, keyBytes: 512, metadataBytes: 64 << 10 } as const;

/** How fields of `schemas/cosmos-bank.proto` begin: the number of the field and the type on the wire. */
const tags = {
  owner: 0x0a,
  page: 0x12,
  address: 0x0a,
  balance: 0x12,
  amount: 0x12,
  nextKey: 0x0a,
  total: 0x10,
  supply: 0x0a,
};

/** `cosmos.bank.v1beta1.Query/DenomOwners`: at most as many as were asked for are read, more are malformed. */
export function listDenomOwners(request: OwnersRequest): CallDefinition<OwnersPage> {
  const { denom, key, limit, countTotal } = request;
  return {
    ...defineRequest('DenomOwners', { denom, pagination: { key, limit, count_total: countTotal } }),
    decode: (bytes) => readOwners(bytes, limit),
  };
}

/** `cosmos.bank.v1beta1.Query/SupplyOf`: a decimal number of any size. */
export function getSupply(denom: string): CallDefinition<string> {
  return {
    ...defineRequest('SupplyOf', { denom }),
    decode: (bytes) => {
      // What is zero is left out on the wire.
      let amount = '0';
      readMembers(bytes, { [tags.supply]: (answer) => (amount = readAmount(answer.bytes())) });
      return amount;
    },
  };
}

/** `cosmos.bank.v1beta1.Query/DenomMetadata`. */
export function getDenomMetadata(denom: string): CallDefinition<DenomMetadata | null> {
  const method = findMethod(bankService, 'DenomMetadata');
  return {
    ...defineRequest('DenomMetadata', { denom }),
    decode: (bytes) => {
      if (bytes.length > bounds.metadataBytes) throw new Error(`more than ${bounds.metadataBytes} bytes`);
      const { metadata } = method.deserialize(bytes) as MetadataResponse;
      return metadata === null ? null : readMetadata(metadata);
    },
  };
}

interface MetadataResponse {
  readonly metadata: (Omit<DenomMetadata, 'denomUnits'> & { readonly denom_units: DenomUnit[] }) | null;
}

function readMetadata({
  description,
  denom_units,
  base,
  display,
  name,
  symbol,
}: NonNullable<MetadataResponse['metadata']>): DenomMetadata {
  return {
    description: truncate(description),
    denomUnits: denom_units.map(({ denom, exponent, aliases }) => ({
      denom: truncate(denom),
      exponent,
      aliases: aliases.map(truncate),
    })),
    base: truncate(base),
    display: truncate(display),
    name: truncate(name),
    symbol: truncate(symbol),
  };
}

/** Read by hand, so that a message of half a million empty owners ends at once. */
function readOwners(bytes: Buffer, limit: number): OwnersPage {
  const owners: DenomOwner[] = [];
  let nextKey = Buffer.alloc(0);
  let total = 0;
  readMembers(bytes, {
    [tags.owner]: (answer) => {
      if (owners.length === limit) throw new Error(`more than the ${limit} owners that were asked for`);
      owners.push(readOwner(answer.bytes()));
    },
    [tags.page]: (answer) =>
      readMembers(answer.bytes(), {
        // A copy: the key is kept, and would keep the whole message.
        [tags.nextKey]: (page) => (nextKey = Buffer.from(page.bytes())),
        [tags.total]: (page) => (total = Number(page.uint64())),
      }),
  });
  if (nextKey.length > bounds.keyBytes) throw new Error(`a key of more than ${bounds.keyBytes} bytes`);
  return { owners, nextKey, total };
}

function readOwner(bytes: Uint8Array): DenomOwner {
  let address = '';
  let amount = '0';
  readMembers(bytes, {
    [tags.address]: (owner) => (address = owner.string()),
    [tags.balance]: (owner) => (amount = readAmount(owner.bytes())),
  });
  if (address.length > bounds.addressLength || !/^[\da-z]+$/i.test(address)) {
    throw new Error('an owner without an address');
  }
  return { address, amount };
}

/** The SDK's integers have 256 bits, 78 decimal digits. */
function readAmount(coin: Uint8Array): string {
  let amount = '0';
  readMembers(coin, { [tags.amount]: (field) => (amount = field.string()) });
  if (!/^\d{1,78}$/.test(amount)) throw new Error('an amount that is not a whole number');
  return amount;
}

function defineRequest(name: string, request: object): Omit<CallDefinition<never>, 'decode'> {
  const method = findMethod(bankService, name);
  return { name, path: method.path, request: method.serialize(request), streaming: false };
}
