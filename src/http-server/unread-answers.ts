import type { ServerResponse } from 'node:http';

/** Smaller answers are not counted: a server has no more connections than hold 64 MiB of them. */
const countedSize = 16 << 10;

/** Bounds the memory that answers hold which clients are slow to read: beyond it, the connection of the oldest is cut off. */
export class UnreadAnswers {
  readonly #limit: number;
  readonly #sizes = new Map<ServerResponse, number>();
  #total = 0;

  /** @param limit characters or bytes of all answers together */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts an answer from now until its connection has taken it or is closed. */
  add(outgoing: ServerResponse, size: number): void {
    if (size < countedSize) return;
    this.#sizes.set(outgoing, size);
    this.#total += size;
    outgoing.once('close', () => this.#remove(outgoing));
    for (const oldest of this.#sizes.keys()) {
      if (this.#total <= this.#limit || oldest === outgoing) return;
      this.#remove(oldest);
      oldest.req.socket.destroy();
    }
  }

  #remove(outgoing: ServerResponse): void {
    this.#total -= this.#sizes.get(outgoing) ?? 0;
    this.#sizes.delete(outgoing);
  }
}
