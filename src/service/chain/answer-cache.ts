import type { JsonObject } from '../../model/json.js';
import { aborted, createAbortController, raceAbort } from '../../net/abort.js';
import type { RouteParams } from '../../query/request-path.js';
import { formatAnswer } from '../http/format-answer.js';
import type { Handler } from '../http/handler.js';
import { deadlineExceeded } from './nodes/node-error.js';

/** Maximum size of all answers together and of one, in characters. */
const limits = { all: 16 << 20, one: 1 << 20 };

interface Kept {
  readonly answer: JsonObject;
  readonly size: number;
  readonly until: number;
}

/** A pending answer, with the number of requests that wait for it. */
interface Running {
  readonly answer: Promise<JsonObject>;
  readonly controller: AbortController;
  waiting: number;
  isOver: boolean;
}

/** Which answers are for several requests; all of them by default. */
export interface Sharing {
  /** Whether an answer may be kept for later requests. */
  readonly isKept?: (params: RouteParams) => boolean;
  /** Whether an answer may be shared with other requests: one that is found faster than shared is not. */
  readonly isShared?: (params: RouteParams) => boolean;
}

const always = () => true;

/** Shares an answer among equal requests: of one token while it is pending, and of every token for a short time after. */
export class AnswerCache {
  readonly #options: { readonly keepMs: number; readonly now: () => number };
  readonly #kept = new Map<string, Kept>();
  readonly #running = new Map<string, Running>();
  #size = 0;

  constructor(options: { readonly keepMs: number; readonly now: () => number }) {
    this.#options = options;
  }

  /** A handler that repeats its last answer to the same params. Problems are not kept. */
  wrap(route: string, handler: Handler, { isKept = always, isShared = always }: Sharing = {}): Handler {
    const { keepMs, now } = this.#options;
    return async (params, context) => {
      if (!isShared(params)) return handler(params, context);
      const key = JSON.stringify([route, Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))]);
      const known = this.#kept.get(key);
      if (known !== undefined && now() < known.until) return known.answer;
      // Shared only by requests of one token, since they use its turns and get its refusals.
      const shared = JSON.stringify([context.owner, key]);
      const isFirst = !this.#running.has(shared);
      const answer = await this.#join(shared, context.signal, (signal) =>
        handler(params, { ...context, signal }),
      );
      if (isFirst && keepMs > 0 && isKept(params))
        this.#keep(key, {
          answer,
          size: key.length + formatAnswer(answer).body.length,
          until: now() + keepMs,
        });
      return answer;
    };
  }

  /** Waits for the pending answer, else starts one. It is aborted when no request waits for it any more. */
  async #join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const running = this.#running.get(key) ?? this.#start(key, start);
    running.waiting += 1;
    try {
      const answer = await raceAbort(running.answer, signal);
      if (answer === aborted) throw deadlineExceeded();
      return answer;
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) {
        // Creating the error of an abort costs more than everything else here.
        if (!running.isOver) running.controller.abort();
        // The next request starts a new one instead of joining the aborted one.
        if (this.#running.get(key) === running) this.#running.delete(key);
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<JsonObject>): Running {
    const controller = createAbortController();
    const answer = start(controller.signal);
    const running = { answer, controller, waiting: 0, isOver: false };
    this.#running.set(key, running);
    const end = () => void (running.isOver = true);
    // If all requests have gone, the failure has no listener.
    answer.then(end, end);
    return running;
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
