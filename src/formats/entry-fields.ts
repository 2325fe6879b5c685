import type { KnownField } from './known-field.js';

/** Names that contributors use for the field of an address. */
const addressNames = ['address', 'url', 'uri', 'endpoint', 'link', 'host', 'addr'];

/** Misspellings of names that are too short for a fuzzy search. */
const misspellings = {
  address: ['adress', 'addres', 'adresss', 'addresss', 'addreess', 'adddress'],
  url: ['ulr', 'rul'],
};

/** Defines the field of an entry that contains its address. */
export function addressField(name: keyof typeof misspellings): KnownField {
  if (!Object.hasOwn(misspellings, name))
    throw new Error(`src/formats/entry-fields.ts has no misspellings of ${name}`);
  return { name, aliases: [...addressNames.filter((alias) => alias !== name), ...misspellings[name]] };
}

/** The field of a peer that contains its id. */
export const peerIdField: KnownField = { name: 'id', aliases: ['node_id', 'nodeId', 'peer_id', 'peerId'] };

/** The field of an entry that names its operator. */
export const providerField: KnownField = {
  name: 'provider',
  aliases: ['name', 'moniker', 'operator', 'validator'],
};
