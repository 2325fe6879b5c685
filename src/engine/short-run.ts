/**
 * Tells V8 that this process ends soon. undici parses responses in WebAssembly, and V8 compiles its main function a second time, for
 * speed, once it has run a little: 0.1 s of processor time and 40 MB, which the exit of the process waits for (`bench/round-trip.js`).
 * The flags hold for the whole process, so the library never sets them.
 */
export async function expectShortRun(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  // Either flag alone does not prevent it.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
