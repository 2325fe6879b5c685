import { limits } from '../limits.js';

/** A message as it was sent. */
export interface Message {
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

/** The bytes before each message: whether it is compressed, and its length (PROTOCOL-HTTP2, Length-Prefixed-Message). */
const prefixBytes = 5;

/** A message with its prefix. */
export function frameMessage(message: Buffer): Buffer {
  const framed = Buffer.alloc(prefixBytes + message.length);
  framed.writeUInt32BE(message.length, 1);
  message.copy(framed, prefixBytes);
  return framed;
}

/** Splits the bytes of a stream into messages, of which at most two are kept: a call has one. */
export class MessageReader {
  readonly messages: Message[] = [];
  /** Whether a message is larger than is read, or pretends to be. */
  isTooLarge = false;
  /** The first byte of what is no message: but for 0 and 1 it has no meaning (PROTOCOL-HTTP2, Compressed-Flag). Null where there is none. */
  unknownFlag: number | null = null;
  #pieces: Buffer[] = [];
  #size = 0;
  /** The bytes that the next step takes: of a prefix, or of a prefix with its message. */
  #needed = prefixBytes;

  /** Takes the next bytes of the stream. */
  read(bytes: Buffer): void {
    if (this.isOver() || this.messages.length > 1) return;
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#size < this.#needed) return;
    let rest = Buffer.concat(this.#pieces);
    while (rest.length >= prefixBytes && this.messages.length < 2) {
      const flag = rest.readUInt8();
      const length = rest.readUInt32BE(1);
      this.#needed = prefixBytes + length;
      if (flag > 1) this.unknownFlag = flag;
      else this.isTooLarge = length > limits.grpcMessageBytes;
      if (this.isOver() || rest.length < this.#needed) break;
      this.messages.push({ bytes: rest.subarray(prefixBytes, this.#needed), isCompressed: flag === 1 });
      rest = rest.subarray(this.#needed);
      this.#needed = prefixBytes;
    }
    this.#pieces = this.isOver() ? [] : [rest];
    this.#size = rest.length;
  }

  /** Whether nothing more is read, since what comes is no message, or too large a one. */
  isOver(): boolean {
    return this.isTooLarge || this.unknownFlag !== null;
  }

  /** Whether the bytes so far end within a message. */
  isCutOff(): boolean {
    return this.#size > 0;
  }
}
