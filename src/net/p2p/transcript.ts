import { permute } from '../../model/keccak.js';

/** Bytes of the state that messages go through, for a security of 128 bits (STROBE 1.0.2 section 5). */
const rate = 166;
/** Flags of STROBE's operations (section 6). */
const flags = { inward: 1, application: 2, cipher: 4, meta: 16 } as const;
const { inward, application, cipher, meta } = flags;

/**
 * A transcript of Merlin 1.0: what both sides of a handshake have seen, from which they draw the same challenge. Of STROBE it has the three operations
 * that Merlin uses. Sources: https://merlin.cool/transcript/index.html, https://strobe.sourceforge.io/specs/.
 */
export class Transcript {
  readonly #state = Buffer.alloc(200);
  #position = 0;
  #begunAt = 0;

  constructor(label: string) {
    Buffer.from([1, rate + 2, 1, 0, 1, 96]).copy(this.#state);
    this.#state.write('STROBEv1.0.2', 6);
    permute(this.#state);
    this.#operate(meta | application, Buffer.from('Merlin v1.0'));
    this.append('dom-sep', Buffer.from(label));
  }

  append(label: string, message: Uint8Array): void {
    this.#operate(meta | application, describe(label, message.length));
    this.#operate(application, message);
  }

  /** Draws bytes that depend on all that was added. */
  challenge(label: string, length: number): Buffer {
    this.#operate(meta | application, describe(label, length));
    this.#begin(inward | application | cipher);
    const bytes = Buffer.alloc(length);
    for (let index = 0; index < length; index++) {
      bytes[index] = this.#state[this.#position] ?? 0;
      this.#state[this.#position] = 0;
      this.#advance();
    }
    return bytes;
  }

  #operate(operation: number, data: Uint8Array): void {
    this.#begin(operation);
    this.#absorb(data);
  }

  #begin(operation: number): void {
    const begunBefore = this.#begunAt;
    this.#begunAt = this.#position + 1;
    this.#absorb([begunBefore, operation]);
    if ((operation & cipher) !== 0 && this.#position !== 0) this.#permute();
  }

  #absorb(data: Iterable<number>): void {
    for (const byte of data) {
      this.#state[this.#position] = (this.#state[this.#position] ?? 0) ^ byte;
      this.#advance();
    }
  }

  #advance(): void {
    this.#position += 1;
    if (this.#position === rate) this.#permute();
  }

  #permute(): void {
    const state = this.#state;
    state[this.#position] = (state[this.#position] ?? 0) ^ this.#begunAt;
    state[this.#position + 1] = (state[this.#position + 1] ?? 0) ^ 0x04;
    state[rate + 1] = (state[rate + 1] ?? 0) ^ 0x80;
    permute(state);
    this.#position = this.#begunAt = 0;
  }
}

/** A label and the length of what follows it. */
function describe(label: string, length: number): Buffer {
  const name = Buffer.from(label);
  const bytes = Buffer.alloc(name.length + 4);
  name.copy(bytes);
  bytes.writeUInt32LE(length, name.length);
  return bytes;
}
