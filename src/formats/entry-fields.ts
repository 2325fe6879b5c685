import type { KnownField } from './known-field.js';

/** What contributors have called the field of an address, whatever the format calls it. */
const addressNames = ['address', 'url', 'uri', 'endpoint', 'link', 'host', 'addr'];

/** Slips in names that are too short to look for near ones. */
const slips = {
  address: ['adress', 'addres', 'adresss', 'addresss', 'addreess', 'adddress'],
  url: ['ulr', 'rul'],
};

/** The field of an entry that holds its address. */
export function addressField(name: 'address' | 'url'): KnownField {
  return { name, aliases: [...addressNames.filter((alias) => alias !== name), ...slips[name]] };
}

/** The field of an entry that names its operator. */
export const providerField: KnownField = {
  name: 'provider',
  aliases: ['name', 'moniker', 'operator', 'validator'],
};
