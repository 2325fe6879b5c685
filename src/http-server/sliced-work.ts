/** How long a computation may keep the event loop before it gives way, in milliseconds. */
const sliceMs = 1;

const waiting: (() => void)[] = [];

/**
 * A long computation, cut into slices. All computations of the process take turns, one slice for each iteration of the event loop, so
 * that any number of them delays a request by one slice only.
 */
export class SlicedWork {
  #endsAt = 0;

  /** True where the slice is over; before the first one too. Costs a look at the clock. */
  get isDue(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Gives way; resolves when the next slice begins. */
  async takeTurn(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(startNext);
    });
    this.#endsAt = performance.now() + sliceMs;
  }
}

function startNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(startNext);
  next?.();
}
