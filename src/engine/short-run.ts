/**
 * Tells V8 that this process ends soon. undici reads answers with a parser in WebAssembly, and V8 compiles its main function a second
 * time once it has run a little, to make it fast: 0.1 s of a processor and 40 MB, which the end of the process waits for.
 * It holds for the whole process, so a library must not say it.
 */
export async function expectShortRun(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8');
  // Either alone has the function compiled for speed after all.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
