import fc from 'fast-check';
import { createInputs } from './inputs.js';
import type { Target } from './targets/target.js';

export { targets } from './targets/index.js';

/** How long to look, and from where. */
export interface SearchOptions {
  readonly seed: number;
  /** Strings that the fuzzed code may compare with. */
  readonly tokens: readonly string[];
  readonly runs: number;
  /** Ends it earlier. */
  readonly limitMs?: number;
}

/** What a search came to. */
export interface Search {
  readonly runs: number;
  readonly slowestMs: number;
  /** An input that breaks a promise, minimized; null if none was found. */
  readonly find: { readonly input: string; readonly error: unknown } | null;
}

/** Looks for an input that breaks a promise of a target: its seeds are tried first, then changed ones. */
export async function search(
  target: Target,
  { seed, tokens, runs, limitMs }: SearchOptions,
): Promise<Search> {
  let [count, slowestMs] = [0, 0];
  const check = async (input: string) => {
    const startMs = performance.now();
    await target.check(input);
    count++;
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
  };
  const { counterexample, errorInstance } = await fc.check(
    fc.asyncProperty(createInputs(target, tokens), check),
    {
      seed,
      numRuns: runs,
      examples: target.seeds.map((input): [string] => [input]),
      ...(limitMs !== undefined && { interruptAfterTimeLimit: limitMs }),
    },
  );
  if (counterexample === null) return { runs: count, slowestMs, find: null };
  // Fewer changes of a seed make no shorter input; fewer characters of it do.
  const text = fc.array(fc.nat(0xffff), { maxLength: Infinity }).map(
    (units) => String.fromCharCode(...units),
    (input) => Array.from(input as string, (unit) => unit.charCodeAt(0)),
  );
  const shorter = await fc.check(fc.asyncProperty(text, check), { numRuns: 1, examples: [counterexample] });
  const [input] = shorter.counterexample ?? counterexample;
  return { runs: count, slowestMs, find: { input, error: shorter.errorInstance ?? errorInstance } };
}
