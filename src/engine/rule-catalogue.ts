import { checks } from '../checks/index.js';
import { entryRules } from '../checks/rules/entry.js';
import { httpRules } from '../checks/rules/http.js';
import { netRules } from '../checks/rules/net.js';
import { tlsRules } from '../checks/rules/tls.js';
import type { AnyRuleText, Problem, RuleText, WordedRule, Severity } from '../model/rule.js';
import { writeCommandLineOption, type WriteOption } from '../model/write-option.js';
import { chainRules } from './chain/rules.js';
import { smokeRules } from '../query/client/smoke-rules.js';
import { changeRules, listingRules } from '../registry/listing-rules.js';
import { contentRules } from '../registry/content-rules.js';
import { listRules } from '../registry/lists/rules.js';
import { fileRules } from '../registry/rules.js';

const ruleSets: readonly Readonly<Record<string, AnyRuleText>>[] = [
  fileRules,
  contentRules,
  listingRules,
  listRules,
  entryRules,
  chainRules,
  changeRules,
  ...checks.map((check) => check.rules),
  netRules,
  tlsRules,
  httpRules,
  smokeRules,
];

/** Every rule: of files, entries, each kind, the network and the query service. */
export const rules: readonly WordedRule[] = ruleSets.flatMap((ruleSet) =>
  Object.entries(ruleSet).map(([code, text]) => ({ code, ...text })),
);

const byCode = new Map(rules.map((rule) => [rule.code, rule]));

/** The rule of a problem. Throws for an unknown code, which is a bug of the program. */
export function getRule({ code }: Pick<Problem, 'code'>): WordedRule {
  const rule = byCode.get(code);
  if (rule === undefined) throw new Error(`unknown rule ${code}`);
  return rule;
}

export function findSeverity(problem: Problem): Severity {
  const { severity, milder } = getRule(problem);
  // A rule takes the data of its problems; the code links the two.
  const applies = milder?.applies as ((data: Problem['data']) => boolean) | undefined;
  return milder !== undefined && applies?.(problem.data) === true ? milder.severity : severity;
}

/**
 * The message and the hint of a problem, which name options as the command line does by default. The rule sets type both by the code, which links
 * them with the data.
 */
export function wordProblem(
  problem: Problem,
  writeOption: WriteOption = writeCommandLineOption,
): { readonly message: string; readonly hint: string } {
  const rule = getRule(problem) as unknown as RuleText<Problem['data']>;
  return { message: rule.message(problem.data), hint: rule.hint(problem.data, writeOption) };
}
