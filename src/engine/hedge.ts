import { aborted, createChild, waitAtMost } from '../net/abort.js';

export interface HedgeOptions<Value> {
  readonly signal: AbortSignal;
  /** How long the first attempt may take, by the loop clock, before another is made beside it; null to wait for it. */
  readonly delayMs: number | null;
  /** Whether a value ends the other attempt. */
  readonly isGood: (value: Value) => boolean;
  /** Whether a value says nothing but that no answer came. */
  readonly isSilence: (value: Value) => boolean;
}

/**
 * Makes an attempt, and if that takes long, another beside it, as gRPC's hedging does (https://grpc.io/docs/guides/request-hedging/): a balancer
 * gives one connection to a node that hangs, or a network loses it, and the next one is answered. The first good value counts; if neither is
 * good, the first attempt's, unless only that was silent. `make` gets the number of the attempt, which is `number` for the first.
 */
export async function hedge<Value>(
  make: (number: number, signal: AbortSignal) => Promise<Value>,
  number: number,
  { signal, delayMs, isGood, isSilence }: HedgeOptions<Value>,
): Promise<{ readonly value: Value; readonly attempts: 1 | 2 }> {
  const start = (numberOfAttempt: number) => {
    const child = createChild(signal);
    return { value: make(numberOfAttempt, child.signal).finally(child.release), cancel: child.abort };
  };
  const first = start(number);
  const early = delayMs === null ? await first.value : await waitAtMost(first.value, delayMs);
  if (early !== aborted) return { value: early, attempts: 1 };
  const second = start(number + 1);
  try {
    const goodValues = [first.value, second.value].map(async (value) => {
      if (!isGood(await value)) throw new Error('the other attempt may be better');
      return value;
    });
    return { value: await Promise.any(goodValues), attempts: 2 };
  } catch {
    const [value, other] = await Promise.all([first.value, second.value]);
    return { value: isSilence(value) && !isSilence(other) ? other : value, attempts: 2 };
  } finally {
    first.cancel();
    second.cancel();
  }
}
