import type { Reply } from '../../http-server/reply.js';

/** Maximum size of all replies together and of one, in bytes. */
const limits = { all: 16 << 20, one: 1 << 20 };
/** What an entry takes besides its texts. */
const entryBytes = 500;

interface Kept {
  readonly reply: Reply;
  readonly bytes: number;
  readonly until: number;
}

/** Replies that are repeated for a while to whoever asks the same: parsing and answering it again costs several times as much as sending it. */
export class KeptReplies {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The reply to a request; null if there is none any more. */
  find(request: string): Reply | null {
    const kept = this.#kept.get(request);
    return kept !== undefined && this.#now() < kept.until ? kept.reply : null;
  }

  /** Keeps a reply for so many milliseconds, unless it is large. */
  keep(request: string, reply: Reply, keepMs: number): void {
    this.#drop(request);
    // A link to the next page repeats the query.
    const head = request.length + reply.headers.join('').length;
    const bytes = entryBytes + head + Buffer.byteLength(reply.body);
    if (keepMs <= 0 || bytes > limits.one) return;
    this.#kept.set(request, { reply, bytes, until: this.#now() + keepMs });
    this.#bytes += bytes;
    // A Map iterates in insertion order: the oldest go first.
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= limits.all) return;
      this.#drop(oldest);
    }
  }

  #drop(request: string): void {
    this.#bytes -= this.#kept.get(request)?.bytes ?? 0;
    this.#kept.delete(request);
  }
}
