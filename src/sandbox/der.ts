import { isIPv4 } from 'node:net';

/** The tags of ASN.1 that certificates need (X.680 section 8.6). */
const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** A value with its tag and length in DER (X.690 section 8.1). */
export function encodeDer(tag: keyof typeof tags | number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(typeof tag === 'number' ? tag : tags[tag], ...head), content]);
}

/** An object identifier, whose parts are numbers with dots between. */
export function encodeObjectId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return encodeDer('objectId', Uint8Array.from(bytes));
}

/** A bit string of whole bytes. */
export function encodeBits(bytes: Uint8Array): Buffer {
  return encodeDer('bitString', Uint8Array.of(0), bytes);
}

/** A time in the form that certificates have: two digits of the year before 2050 (RFC 5280 section 4.1.2.5). */
export function encodeTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|\D/g, '');
  return date.getUTCFullYear() < 2050
    ? encodeDer('utcTime', Buffer.from(`${digits.slice(2)}Z`))
    : encodeDer('generalizedTime', Buffer.from(`${digits}Z`));
}

/** A host among the alternative names of a certificate: a name, or the bytes of an IPv4 address (RFC 5280 section 4.2.1.6). */
export function encodeHost(host: string): Buffer {
  return isIPv4(host)
    ? encodeDer(0x87, Uint8Array.from(host.split('.'), Number))
    : encodeDer(0x82, Buffer.from(host));
}
