import type { EntryFields } from './format.js';
import { fold, type KnownField } from './known-field.js';

/** Names that contributors use for the field of an address. */
const addressNames = ['address', 'url', 'uri', 'endpoint', 'link', 'host', 'addr'];

/** Misspellings of names that are too short for a fuzzy search. */
const misspellings = {
  address: ['adress', 'addres', 'adresss', 'addresss', 'addreess', 'adddress'],
  url: ['ulr', 'rul'],
};

const foldedAddressNames = new Set([...addressNames, ...misspellings.address, 'http'].map(fold));

/** Whether a name is one that contributors use for the field of an address, in any spelling. */
export function namesAddress(field: string): boolean {
  return foldedAddressNames.has(fold(field));
}

/** Names that contributors use for lists of endpoints, with each of these words. */
export function nameLists(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => [
    word,
    `${word}_endpoint`,
    `${word}_url`,
    `${word}_address`,
    `${word}_node`,
  ]);
}

export function addressField(name: keyof typeof misspellings): KnownField {
  if (!Object.hasOwn(misspellings, name))
    throw new Error(`src/formats/entry-fields.ts has no misspellings of ${name}`);
  return { name, aliases: [...addressNames.filter((alias) => alias !== name), ...misspellings[name]] };
}

export const peerIdField: KnownField = { name: 'id', aliases: ['node_id', 'nodeId', 'peer_id', 'peerId'] };

export const providerField: KnownField = {
  name: 'provider',
  aliases: ['name', 'moniker', 'operator', 'validator'],
};

/** The fields of entries that name no provider; if they are strings, hints show the field of the address nevertheless. */
export function anonymousFields(address: string): EntryFields {
  return { address: { name: address, aliases: [] }, provider: null, providerPolicy: 'optional' };
}
