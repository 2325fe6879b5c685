export interface KnownField {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Normalizes the name of a field: contributors confuse case, separators and the plural s. */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
    .replace(/s$/, '');
}

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
  return { name, aliases: [...addressNames.filter((alias) => alias !== name), ...misspellings[name]] };
}

export const peerIdField: KnownField = { name: 'id', aliases: ['node_id', 'nodeId', 'peer_id', 'peerId'] };

export const providerField: KnownField = {
  name: 'provider',
  aliases: ['name', 'moniker', 'operator', 'validator'],
};
