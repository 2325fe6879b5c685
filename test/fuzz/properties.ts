import fc from 'fast-check';
import { createInputs } from './inputs.js';
import { addressTarget, ipTarget } from './targets/addresses.js';
import { answerTarget, websocketTarget } from './targets/answers.js';
import { editTarget } from './targets/edits.js';
import { formatTargets } from './targets/formats.js';
import { grpcWebTarget, messageTarget, protobufTarget, statusTarget } from './targets/grpc.js';
import { historyTarget } from './targets/history.js';
import { jsonTarget, linesTarget } from './targets/json.js';
import { listTargets } from './targets/lists.js';
import { cursorTarget, optionTarget, requestTarget } from './targets/options.js';
import { reportTarget } from './targets/reports.js';
import { foreignTargets } from './targets/foreign.js';
import { textTarget } from './targets/texts.js';
import type { Target } from './targets/target.js';

/** All targets. */
export const targets: readonly Target[] = [
  jsonTarget,
  linesTarget,
  ...foreignTargets,
  ...formatTargets,
  ...listTargets,
  addressTarget,
  ipTarget,
  messageTarget,
  protobufTarget,
  statusTarget,
  grpcWebTarget,
  answerTarget,
  websocketTarget,
  historyTarget,
  optionTarget,
  requestTarget,
  cursorTarget,
  editTarget,
  textTarget,
  reportTarget,
];

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

/**
 * Texts that are made in one way and minimized in another: fewer changes of a seed make no shorter text. Arrays of characters would be minimized
 * like this too, but take time in proportion to the square of their length for each attempt.
 */
class ShrunkAsText extends fc.Arbitrary<string> {
  readonly #made: fc.Arbitrary<string>;

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

  override shrink(text: string, context: unknown): fc.Stream<fc.Value<string>> {
    const whole: Part = { at: 0, length: text.length };
    if (context === undefined) return fc.stream(leaveOutParts(text, whole));
    // Then from the beginning, since longer parts may have become needless.
    return fc.stream(leaveOutParts(text, context as Part)).join(leaveOutParts(text, whole));
  }
}

interface Part {
  readonly at: number;
  readonly length: number;
}

/** The text without each of its parts, ever shorter ones to single characters. The part is the context, where the next attempts continue. */
function* leaveOutParts(text: string, first: Part): IterableIterator<fc.Value<string>> {
  let { at } = first;
  for (let { length } = first; length > 0; length = Math.floor(length / 2)) {
    for (; at < text.length; at += length)
      yield new fc.Value(text.slice(0, at) + text.slice(at + length), { at, length });
    at = 0;
  }
}
