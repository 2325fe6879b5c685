import { checks } from '../checks/index.js';
import { entryRules } from '../checks/entry-rules.js';
import { httpRules } from '../checks/http-rules.js';
import { netRules } from '../checks/net-rules.js';
import { tlsRules } from '../checks/tls-rules.js';
import type { Problem, Rule, RuleText } from '../model/rule.js';
import { smokeRules } from '../smoke/rules.js';
import { fileRules } from '../registry/rules.js';

const books: readonly Readonly<Record<string, RuleText<never>>>[] = [
  fileRules,
  entryRules,
  ...checks.map((check) => check.rules),
  netRules,
  tlsRules,
  httpRules,
  smokeRules,
];

/** Every rule of the tool: the file's, each kind's, the network's. */
export const rules: readonly Rule[] = books.flatMap((book) =>
  Object.entries(book).map(([code, text]) => ({ code, ...text })),
);

const byCode = new Map(rules.map((rule) => [rule.code, rule]));

/** The rule of a problem. Throws for a code that no book has, which is a mistake of the program. */
export function getRule({ code }: Pick<Problem, 'code'>): Rule {
  const rule = byCode.get(code);
  if (rule === undefined) throw new Error(`there is no rule ${code}`);
  return rule;
}

/** A rule's text takes the data of its own problems; the code joins the two, and the books type both by the code. */
export function formatMessage(text: Rule['message'], { data }: Problem): string {
  return (text as (data: Problem['data']) => string)(data);
}
