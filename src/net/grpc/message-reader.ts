import { limits } from '../limits.js';

export interface Message {
  readonly bytes: Buffer;
  readonly isCompressed: boolean;
}

/** Bytes before each message: whether it is compressed, and its length (PROTOCOL-HTTP2, Length-Prefixed-Message). */
const prefixBytes = 5;

export function frameMessage(message: Buffer): Buffer {
  const framed = Buffer.alloc(prefixBytes + message.length);
  framed.writeUInt32BE(message.length, 1);
  message.copy(framed, prefixBytes);
  return framed;
}

/** Splits the bytes of a stream into messages. Keeps two at most, since a call has one. */
export class MessageReader {
  readonly messages: Message[] = [];
  /** Whether a message is too large, or claims to be. */
  isTooLarge = false;
  /** The first byte of something that is not a message: only 0 and 1 have a meaning (PROTOCOL-HTTP2, Compressed-Flag). Otherwise null. */
  unknownFlag: number | null = null;
  #pieces: Buffer[] = [];
  #size = 0;
  /** Bytes that the next step needs: a prefix, or a prefix and its message. */
  #needed = prefixBytes;

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

  /** Whether reading has stopped, because of a message that is too large, or of something else than a message. */
  isOver(): boolean {
    return this.isTooLarge || this.unknownFlag !== null;
  }

  /** Whether the bytes so far end within a message. */
  isCutOff(): boolean {
    return this.#size > 0;
  }
}
