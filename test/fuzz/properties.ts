import fc from 'fast-check';
import { createInputs } from './inputs.js';
import type { Target } from './targets/target.js';

export { targets } from './targets/index.js';

/**
 * A target keeps its promises for every input.
 * @param tokens Strings that its code may compare with.
 */
export function createProperty(target: Target, tokens: readonly string[]): fc.IAsyncProperty<[string]> {
  return fc.asyncProperty(new ShrunkAsText(createInputs(target, tokens)), async (input) => {
    await target.check(input);
  });
}

/** What is tried before all others: the seeds as they are. */
export function listExamples({ seeds }: Target): [string][] {
  return seeds.map((seed) => [seed]);
}

/** Texts that are made in one way and minimized in another: fewer changes of a seed make no shorter text, fewer characters of it do. */
class ShrunkAsText extends fc.Arbitrary<string> {
  readonly #made: fc.Arbitrary<string>;
  readonly #minimized = fc.array(fc.nat(0xffff), { maxLength: Infinity }).map(
    (units) => String.fromCharCode(...units),
    (text) => Array.from({ length: (text as string).length }, (_, at) => (text as string).charCodeAt(at)),
  );

  constructor(made: fc.Arbitrary<string>) {
    super();
    this.#made = made;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<string> {
    return new fc.Value(this.#made.generate(random, bias).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  override shrink(value: string, context: unknown): fc.Stream<fc.Value<string>> {
    return this.#minimized.shrink(value, context);
  }
}
