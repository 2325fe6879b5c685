import type { JsonValue } from '../../model/json.js';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';

/** Characters of all answers together, and of one. */
const limits = { all: 16 << 20, one: 1 << 20 };

interface Kept {
  readonly answer: JsonValue;
  readonly size: number;
  readonly until: number;
}

/** Keeps answers for a short while, so that the same question, asked often, costs the nodes one search. */
export class AnswerCache {
  readonly #options: { readonly keepMs: number; readonly now: () => number };
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  constructor(options: { readonly keepMs: number; readonly now: () => number }) {
    this.#options = options;
  }

  /** A handler that gives what it answered a moment ago to the same arguments. Problems are not kept, nor what must not be. */
  wrap(route: string, handler: Handler, mayKeep: (given: RouteParams) => boolean = () => true): Handler {
    const { keepMs, now } = this.#options;
    if (keepMs <= 0) return handler;
    return async (given, context) => {
      if (!mayKeep(given)) return handler(given, context);
      const key = JSON.stringify([route, Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))]);
      const known = this.#kept.get(key);
      if (known !== undefined && now() < known.until) return known.answer;
      const answer = await handler(given, context);
      this.#keep(key, { answer, size: key.length + JSON.stringify(answer).length, until: now() + keepMs });
      return answer;
    };
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    if (kept.size > limits.one) return;
    this.#kept.set(key, kept);
    this.#size += kept.size;
    // A Map gives its keys in the order in which they were set: the oldest answers go first.
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= limits.all) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}
