import type { JsonValue } from '../../model/json.js';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';

/** Maximum size of all answers together and of one, in characters. */
const limits = { all: 16 << 20, one: 1 << 20 };

interface Kept {
  readonly answer: JsonValue;
  readonly size: number;
  readonly until: number;
}

/** Keeps answers for a short time, so that the same request, sent often, costs the nodes one search. */
export class AnswerCache {
  readonly #options: { readonly keepMs: number; readonly now: () => number };
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  constructor(options: { readonly keepMs: number; readonly now: () => number }) {
    this.#options = options;
  }

  /** A handler that repeats its last answer to the same params. Problems are not kept, nor answers that `mayKeep` excludes. */
  wrap(route: string, handler: Handler, mayKeep: (params: RouteParams) => boolean = () => true): Handler {
    const { keepMs, now } = this.#options;
    if (keepMs <= 0) return handler;
    return async (params, context) => {
      if (!mayKeep(params)) return handler(params, context);
      const key = JSON.stringify([route, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);
      const known = this.#kept.get(key);
      if (known !== undefined && now() < known.until) return known.answer;
      const answer = await handler(params, context);
      this.#keep(key, { answer, size: key.length + JSON.stringify(answer).length, until: now() + keepMs });
      return answer;
    };
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    if (kept.size > limits.one) return;
    this.#kept.set(key, kept);
    this.#size += kept.size;
    // A Map iterates in insertion order: the oldest answers go first.
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
