/** How long a computation may block the event loop, in milliseconds. */
const sliceMs = 1;

const waiting: (() => void)[] = [];

/**
 * A long computation, divided into slices. All computations of the process take turns, one slice per iteration of the event loop, so that any
 * number of them delays a request by one slice only.
 */
export class SlicedWork {
  #endsAt = 0;

  /** Whether the slice is over; also true before the first one. Reads the clock. */
  get isDue(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Yields; resolves when the next slice begins. */
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
