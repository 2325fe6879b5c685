import type { JsonObject } from './json.js';
import type { RuleCode } from './rule-code.generated.js';
import type { WriteOption } from './write-option.js';
import packageJson from '../../package.json' with { type: 'json' };

/** How much a finding weighs; independent of what caused it. */
export type Severity = 'error' | 'warning' | 'notice';

/** A rule that was broken, with the data its wording needs. `code` is `family/what-is-wrong`. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  readonly data: JsonObject;
  /** What was met first, which this problem explains: whether a retry may succeed depends on that. */
  readonly explains?: Problem;
}

/** A problem whose code is that of a rule, as the compiler knows. */
export type RuleProblem = Problem<RuleCode>;

/** The kinds that have a rule of a name, such as `stale`. */
export type KindWith<Name extends string, Code = RuleCode> = Code extends `${infer Kind}/${Name}`
  ? Kind
  : never;

interface RuleFacts {
  readonly severity: Severity;
  /** Set if the rule means that nothing could be proved or disproved from here. */
  readonly inconclusive?: true;
  /** Set for a transient failure: a retry may succeed. */
  readonly transient?: true;
  /** Set if some of its problems can be fixed: by which option. `--fix-all` also does what `--fix` does. */
  readonly fixable?: '--fix' | '--fix-all';
  /** One line, without data. */
  readonly summary: string;
  /** Why it matters and how to fix it: a paragraph or two of Markdown. */
  readonly explanation: string;
}

/** The texts of a rule: the one place where its wording is. */
export interface RuleText<Data> extends RuleFacts {
  /** If some of its problems weigh less: how much, and which. */
  readonly milder?: { readonly severity: Severity; readonly applies: (data: Data) => boolean };
  /** If only some of its problems are transient: which. */
  readonly isTransient?: (data: Data) => boolean;
  /** Sample data, for the message that pages and tests show. */
  readonly sample: Data;
  /** What is wrong, with this data. */
  readonly message: (data: Data) => string;
  /** How to fix it, as an imperative. It names options by `writeOption`. */
  readonly hint: (data: Data, writeOption: WriteOption) => string;
}

/** The texts of any rule: it takes the data of its problems, which only its code tells. */
export interface AnyRuleText extends Omit<RuleText<never>, 'sample'> {
  readonly sample: JsonObject;
}

/** The rules of a family or a check: their texts by code, each typed by the data that belongs to the code. */
export type RuleSet<DataByCode> = { readonly [Code in keyof DataByCode]: RuleText<DataByCode[Code]> };

/** Data of rules that several kinds share, by codes of one family: `not-json` of `ws` is `ws/not-json`. */
export type InFamily<Family extends string, Data> = {
  [Name in keyof Data & string as `${Family}/${Name}`]: Data[Name];
};

/** The problems for which a rule set has messages. */
export type ProblemOf<DataByCode> = {
  [Code in keyof DataByCode & string]: { readonly code: Code; readonly data: DataByCode[Code] };
}[keyof DataByCode & string];

export interface WordedRule extends AnyRuleText {
  readonly code: string;
}

/** A rule as the library lists it: data only. */
export interface Rule extends RuleFacts {
  /** `family/what-is-wrong`. */
  readonly code: string;
}

/** The heading of a rule in the page of rules; the anchor as GitHub makes it. */
export function locateRulePage(code: string): string {
  return `${packageJson.homepage}/blob/main/docs/rules.md#${code.replace('/', '')}`;
}
