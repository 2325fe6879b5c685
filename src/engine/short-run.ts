import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How V8 is made to optimize only what has run for long, by its major version: TurboFan's work for a run of seconds costs more than it
 * saves. With version 11 (Node 20) that is a third of the processor time of reading a registry (`bench/structure.ts`) and a fifth of a wide
 * run (`bench/thousand.ts`), with 12 (Node 22) a tenth; later ones have Maglev before it (https://v8.dev/blog/maglev) and gain nothing.
 */
const lateOptimization: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=1000000',
  12: '--invocation-count-for-turbofan=9000',
};

/**
 * Tells V8 that this process ends soon. undici parses responses in WebAssembly, and V8 compiles its main function a second time, for speed, after it
 * has run for a while: 0.1 s of processor time and 40 MB, which the exit of the process waits for (`bench/round-trip.ts`). The flags hold for the
 * whole process, so the library never sets them.
 */
export function expectShortRun(): void {
  const [major = ''] = process.versions.v8.split('.');
  const late = lateOptimization[major];
  // Neither flag about WebAssembly alone prevents it.
  const flags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', ...(late === undefined ? [] : [late])];
  for (const flag of flags) setFlagsFromString(flag);
}

/** Entries from which on memory counts for more than the processor. */
const largeRun = 20_000;

/**
 * Tells V8 to collect garbage early if a run has very many entries: by default the heap of such a run grows to twice what is in use
 * (`bench/chain-registry.ts`). It chooses the next limit at the end of a collection, so that one is made now: otherwise what reading left takes as
 * much as the entries (https://nodejs.org/api/v8.html#v8setflagsfromstringflags).
 */
export function limitHeapOf(entries: number): void {
  if (entries < largeRun) return;
  for (const flag of ['--heap-growing-percent=10', '--expose-gc']) setFlagsFromString(flag);
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
}
