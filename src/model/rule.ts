import type { JsonObject } from './json.js';

/** How much a finding weighs; independent of what caused it. */
export type Severity = 'error' | 'warning' | 'notice';

/** A rule that was broken, with the data its wording needs. `code` is `family/what-is-wrong`. */
export interface Problem {
  readonly code: string;
  readonly data: JsonObject;
}

/** What a rule says: the one place where its wording stands. */
export interface RuleText<Data> {
  readonly severity: Severity;
  /** Set where the rule means that nothing could be proved or disproved from here. */
  readonly inconclusive?: true;
  /** Set where it may pass by itself, so that dialling again is worth it. */
  readonly transient?: true;
  /** Where only some of its problems may pass by themselves: which. */
  readonly isTransient?: (data: Data) => boolean;
  /** One line, without data. */
  readonly summary: string;
  /** Why it matters and how to mend it: a paragraph or two of Markdown. */
  readonly explanation: string;
  /** What is wrong, with this data. */
  readonly message: (data: Data) => string;
  /** Who must do what. */
  readonly hint: (data: Data) => string;
}

/** The rules of a family or a check: their texts by code, each typed by the data that belongs to the code. */
export type RuleBook<DataByCode> = { readonly [Code in keyof DataByCode]: RuleText<DataByCode[Code]> };

/** The problems that a rule book can word. */
export type ProblemOf<DataByCode> = {
  [Code in keyof DataByCode & string]: { readonly code: Code; readonly data: DataByCode[Code] };
}[keyof DataByCode & string];

/** A rule as the library shows it. */
export interface Rule extends RuleText<never> {
  readonly code: string;
}
