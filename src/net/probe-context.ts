import packageJson from '../../package.json' with { type: 'json' };
import type { Target } from '../model/entry.js';
import type { PhasesMs } from '../model/report.js';
import type { Resolve } from './resolve.js';

/** The default User-Agent of probes: the product, its version, and a page for operators who wonder about the requests (RFC 9110 section 10.1.5). */
export const defaultUserAgent = `${packageJson.name}/${packageJson.version} (+${packageJson.homepage})`;

/** A proxy that opens tunnels (RFC 9110 section 9.3.6) and resolves names. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** The value of Proxy-Authorization; null if it requires none. */
  readonly authorization: string | null;
}

/** What an option says to probes alone; it reaches them by its name. */
export interface ProbeSettings {
  readonly userAgent: string;
  /** Whether to check if browsers may use the endpoint (CORS). */
  readonly cors: boolean;
  /** Whether to find out what clients need beyond the check. */
  readonly capabilities: boolean;
}

export const defaultProbeSettings: ProbeSettings = {
  userAgent: defaultUserAgent,
  cors: false,
  capabilities: false,
};

/** The input of one attempt at one target. */
export interface ProbeContext extends ProbeSettings {
  readonly target: Target;
  readonly resolve: Resolve;
  /** The proxy to connect through; null to connect to the target directly. */
  readonly proxy: Proxy | null;
  /** Aborts when the budget of the entry is used up or the run is interrupted. */
  readonly signal: AbortSignal;
  readonly clock: PhaseClock;
  /** Waits without using the budget: until other connections to the same address have ended. */
  readonly pause: (wait: () => Promise<void>) => Promise<void>;
  /** The budget of the entry, for messages. */
  readonly budgetMs: number;
}

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
