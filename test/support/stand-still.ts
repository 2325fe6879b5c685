const cell = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the event loop of this process, like one long callback, without using the processor. */
export function standStill(ms: number): void {
  Atomics.wait(cell, 0, 0, ms);
}
