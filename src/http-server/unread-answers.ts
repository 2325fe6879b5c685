import type { ServerResponse } from 'node:http';
import { type Body, sharedSize } from './reply.js';

/** Where the total is shown. */
interface Gauge {
  unreadBytes: number;
}

/**
 * Bounds the memory that answers hold which clients are slow to read. A body that several connections are sent counts once, since they share its
 * bytes. Beyond the limit, the connections of the body that was asked for least recently are cut off.
 */
export class UnreadAnswers {
  readonly #limit: number;
  readonly #gauge: Gauge;
  readonly #readers = new Map<Uint8Array, Set<ServerResponse>>();

  /** @param limit bytes of all bodies together */
  constructor(limit: number, gauge: Gauge) {
    this.#limit = limit;
    this.#gauge = gauge;
  }

  /** Counts a body from now until the connection of its answer has taken it or is closed. */
  add(outgoing: ServerResponse, body: Body): void {
    // Smaller ones are not counted: a server has no more connections than hold 64 MiB of them.
    if (typeof body === 'string' || body.length < sharedSize) return;
    const readers = this.#readers.get(body) ?? new Set();
    if (readers.size === 0) this.#gauge.unreadBytes += body.length;
    // Last in order, as the one that was asked for most recently.
    this.#readers.delete(body);
    this.#readers.set(body, readers.add(outgoing));
    outgoing.once('close', () => this.#remove(outgoing, body));
    for (const [oldest, slow] of this.#readers) {
      if (this.#gauge.unreadBytes <= this.#limit || oldest === body) return;
      for (const reader of slow) {
        this.#remove(reader, oldest);
        reader.req.socket.destroy();
      }
    }
  }

  #remove(outgoing: ServerResponse, body: Uint8Array): void {
    const readers = this.#readers.get(body);
    if (readers?.delete(outgoing) !== true || readers.size > 0) return;
    this.#readers.delete(body);
    this.#gauge.unreadBytes -= body.length;
  }
}
