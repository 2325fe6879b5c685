import type net from 'node:net';

/** Bytes that wait to be read before the socket is paused. */
const waitingBytes = 16 << 10;

/** Why bytes did not come: the connection ended first, or the signal aborted. */
export type Absence = 'closed' | 'silent';

/** Reads the bytes of a connection in order. What arrived before its end is read before the end is reported. */
export class ByteReader {
  readonly #socket: net.Socket;
  #received: Buffer = Buffer.alloc(0);
  #hasEnded: boolean;
  #onChange: () => void = () => undefined;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    this.#hasEnded = socket.destroyed;
    socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      if (this.#received.length > waitingBytes) socket.pause();
      this.#onChange();
    });
    const onEnd = () => {
      this.#hasEnded = true;
      this.#onChange();
    };
    socket.on('end', onEnd).on('close', onEnd);
    // Reading a proxy's answer leaves the socket paused.
    socket.resume();
  }

  /** Bytes that have arrived and were not taken. */
  get received(): Buffer {
    return this.#received;
  }

  /** Waits until so many bytes have arrived; null if they have. At most one call at a time. */
  wait(length: number, signal: AbortSignal): Promise<Absence | null> {
    return new Promise((resolve) => {
      const settle = (absence: Absence | null) => {
        this.#onChange = () => undefined;
        signal.removeEventListener('abort', onAbort);
        resolve(absence);
      };
      const onAbort = () => settle('silent');
      this.#onChange = () => {
        if (this.#received.length >= length) settle(null);
        else if (this.#hasEnded) settle('closed');
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#onChange();
      if (signal.aborted) onAbort();
    });
  }

  take(length: number): Buffer {
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    if (this.#received.length <= waitingBytes) this.#socket.resume();
    return taken;
  }
}
