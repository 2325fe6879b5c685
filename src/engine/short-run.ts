/**
 * How V8 is made to optimize fewer functions, by its major version: what TurboFan compiles for a run of seconds costs more than it saves, a
 * fifth of the processor time of a wide run with version 11 (Node 20), a tenth with 12 (Node 22). Later ones have Maglev between, and gain
 * nothing (`bench/thousand.js`; https://v8.dev/blog/maglev).
 */
const lateOptimization: Readonly<Record<string, string>> = {
  11: '--interrupt-budget=400000',
  12: '--invocation-count-for-turbofan=9000',
};

/**
 * Tells V8 that this process ends soon. undici parses responses in WebAssembly, and V8 compiles its main function a second time, for
 * speed, once it has run a little: 0.1 s of processor time and 40 MB, which the exit of the process waits for (`bench/round-trip.js`).
 * The flags hold for the whole process, so the library never sets them.
 */
export async function expectShortRun(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  const [major = ''] = process.versions.v8.split('.');
  const late = lateOptimization[major];
  // Neither flag about WebAssembly alone prevents it.
  const flags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', ...(late === undefined ? [] : [late])];
  for (const flag of flags) setFlagsFromString(flag);
}

/**
 * Tells V8 to optimize only what has run for long. Reading a registry takes tenths of a second, in which V8 compiles a hundred functions for
 * speed: a third of the processor time (`bench/structure.js`, `bench/chain-registry.js`), and a seventh where there are 50,000 entries. The
 * number is bytes of bytecode that a function runs before that; by default 67,584 (`node --v8-options`). For the whole process, so the
 * library never sets it.
 */
export async function optimizeLate(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--interrupt-budget=1000000');
}
