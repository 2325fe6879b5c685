/** A field of a protobuf message whose value is bytes, a string or another message. */
export function writeField(number: number, value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([writeVarint(number * 8 + 2), writeVarint(bytes.length), bytes]);
}

/** A field of a protobuf message whose value is an integer that is not negative. */
export function writeInteger(number: number, value: number): Buffer {
  return Buffer.concat([writeVarint(number * 8), writeVarint(value)]);
}

/** A message after its length, as both sides of a handshake send it. */
export function writeDelimited(message: Uint8Array): Buffer {
  return Buffer.concat([writeVarint(message.length), message]);
}

/** The length of a delimited message, and where it begins; null if more bytes are needed. Longer numbers than three bytes have no use here. */
export function readLength(bytes: Uint8Array): { readonly length: number; readonly start: number } | null {
  let length = 0;
  for (const [index, byte] of bytes.subarray(0, 3).entries()) {
    length += (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { length, start: index + 1 };
  }
  return bytes.length < 3 ? null : { length: Infinity, start: 3 };
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
