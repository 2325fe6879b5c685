import type { ServerResponse } from 'node:http';
import { type Body, sharedSize } from './reply.js';

interface Gauge {
  unreadBytes: number;
}

/**
 * Bounds the memory of answers that slow clients have not read. A body sent to several connections counts once, since they share its bytes.
 * Beyond the limit, the connections of the least recently requested body are destroyed.
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

  /** Counts a body until the connection of its answer has taken it or has closed. */
  add(outgoing: ServerResponse, body: Body): void {
    // Smaller ones are not counted: all connections of a server together hold at most 64 MiB of them.
    if (typeof body === 'string' || body.length < sharedSize) return;
    const readers = this.#readers.get(body) ?? new Set();
    if (readers.size === 0) this.#gauge.unreadBytes += body.length;
    // Reinserted, so that the map is in the order of the last request.
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
