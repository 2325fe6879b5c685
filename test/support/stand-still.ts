const cell = new Int32Array(new SharedArrayBuffer(4));

/** Holds the event loop of this process, as one long callback does, without using the processor. */
export function standStill(ms: number): void {
  Atomics.wait(cell, 0, 0, ms);
}
