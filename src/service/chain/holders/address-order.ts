/** The letters of bech32 in the order of their values, https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const values = new Map(
  Array.from(letters, (letter, value) => [letter, String.fromCharCode(0x30 + value)] as const),
);
const checksumLength = 6;

/**
 * Whether addresses come in the order of their bytes, as nodes list them: then none comes twice, and nobody has to look for that. Some versions of the
 * SDK have shorter addresses first.
 */
export class AddressOrder {
  #prefix: string | null = null;
  #last = '';
  #isByBytes = true;
  #isByLength = true;

  get isKept(): boolean {
    return this.#isByBytes || this.#isByLength;
  }

  /** Adds an address, in lower case. */
  add(address: string): void {
    const separator = address.lastIndexOf('1') + 1;
    const prefix = address.slice(0, separator);
    this.#prefix ??= prefix;
    let bytes = '';
    for (const letter of address.slice(separator, -checksumLength)) bytes += values.get(letter) ?? '';
    const isBech32 = bytes.length === address.length - separator - checksumLength;
    const isLater = isBech32 && prefix === this.#prefix && bytes > this.#last;
    this.#isByBytes &&= isLater;
    this.#isByLength &&= isBech32 && prefix === this.#prefix && (isLater || bytes.length > this.#last.length);
    this.#isByLength &&= bytes.length >= this.#last.length;
    this.#last = bytes;
  }
}
