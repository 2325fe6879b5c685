import type { PhasesMs } from '../model/report.js';

/** Measures the phases of one attempt in milliseconds with one decimal. */
export class PhaseClock {
  #startedAt: number;
  #markedAt: number;
  readonly #ms: { -readonly [Phase in keyof PhasesMs]: PhasesMs[Phase] } = {
    dns: null,
    connect: null,
    tls: null,
    firstByte: null,
    total: null,
  };

  /** `lookupMs` is the duration of a name lookup before the clock was started, which is part of the attempt. */
  constructor(lookupMs = 0) {
    this.#startedAt = performance.now() - lookupMs;
    this.#markedAt = this.#startedAt;
  }

  /** Ends a phase, which began when the previous one ended. Ignores a second mark of the same phase. */
  mark(phase: Exclude<keyof PhasesMs, 'total'>): void {
    if (this.#ms[phase] !== null) return;
    const now = performance.now();
    this.#ms[phase] = toTenths(now - this.#markedAt);
    this.#markedAt = now;
  }

  /** A clock for another connection of the same attempt. Its phases begin now; the lookup and the start of the total are those of this clock. */
  startAnother(): PhaseClock {
    const another = new PhaseClock();
    another.#startedAt = this.#startedAt;
    another.#ms.dns = this.#ms.dns;
    return another;
  }

  /** The phases so far, and the total until now. */
  read(): PhasesMs {
    return { ...this.#ms, total: toTenths(performance.now() - this.#startedAt) };
  }
}

/** Milliseconds with one decimal, as reports have them. */
export function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
