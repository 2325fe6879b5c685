import { wrapAnsi } from 'fast-wrap-ansi';
import { exitCodes, exitStatusText, UsageError } from '../engine/exit-code.js';
import { rules, wordProblem } from '../engine/rule-catalogue.js';
import { joinChoices, suggestNearest } from '../model/describe-unknown.js';
import { type WordedRule, locateRulePage } from '../model/rule.js';
import { groupBy } from '../model/group-by.js';
import { type CommandLine, type Io, readColumns, writeText } from './io.js';

/** `endpoint-check explain`: explains a rule, those of one name, the rules of a family, or all. Resolves to the exit status. */
export async function run(
  [topic]: readonly string[],
  _: unknown,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  // Only a terminal has a width.
  const columns = readColumns(io.stdout);
  const wrap = (text: string) => (columns === null ? text : wrapAnsi(text, columns));
  await writeText(io.stdout, explain(topic, wrap));
  return exitCodes.ok;
}

/** The arguments of `explain`: rules, their names in any family, families, and the exit statuses. */
export function listTopics(): readonly string[] {
  const codes = rules.map(({ code }) => code);
  return [...new Set([...codes, ...codes.map(getName), ...codes.map(getFamily), 'exit-codes'])];
}

function explain(topic: string | undefined, wrap: (text: string) => string): string {
  if (topic === 'exit-codes') return exitStatusText;
  if (topic === undefined) return list(rules);
  const rule = rules.find(({ code }) => code === topic);
  if (rule !== undefined) return explainRules(rule.code, [rule], wrap);
  const family = rules.filter(({ code }) => getFamily(code) === topic.replace(/\/$/, ''));
  if (family.length > 0) return list(family);
  const namesakes = rules.filter(({ code }) => getName(code) === topic);
  const [only, ...rest] = namesakes;
  if (only !== undefined && rest.length === 0) return explainRules(only.code, [only], wrap);
  if (only === undefined) throw new UsageError([`unknown rule "${topic}"${suggest(topic)}`]);
  return [...groupBy(namesakes, describeMeaning).values()]
    .map((alike) => explainRules(topic, alike, wrap))
    .join('\n\n');
}

function describeMeaning({ code, summary, explanation, sample }: WordedRule): string {
  return [summary, explanation, wordProblem({ code, data: sample }).hint].join('\n');
}

function explainRules(heading: string, alike: readonly WordedRule[], wrap: (text: string) => string): string {
  const [rule] = alike;
  if (rule === undefined) return '';
  const { code, severity, milder, inconclusive, fixable, summary, explanation, sample } = rule;
  const levels = milder === undefined ? severity : `${severity} or ${milder.severity}`;
  const weight = inconclusive === true ? 'inconclusive' : levels;
  const fixed = fixable === undefined ? '' : `, fixable with ${fixable}`;
  const { message, hint } = wordProblem({ code, data: sample });
  const codes = alike.map((rule) => rule.code);
  const paragraphs = [
    `${heading} (${weight}${fixed})`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    `Why: ${explanation}`,
    `Message: ${message}`,
    `Fix: ${hint}`,
    ...(heading === code ? [] : [`Rule${codes.length === 1 ? '' : 's'}: ${codes.join(', ')}`]),
  ];
  return `${paragraphs.map(wrap).join('\n\n')}\n\n${locateRulePage(code)}\n`;
}

function getName(code: string): string {
  return code.replace(/.*\//, '');
}

function getFamily(code: string): string {
  return code.replace(/\/.*/, '');
}

function list(listed: readonly WordedRule[]): string {
  const width = Math.max(...listed.map(({ code }) => code.length));
  return listed.map(({ code, summary }) => `${code.padEnd(width)}  ${summary}\n`).join('');
}

/** How many rules are named for a part of their names. */
const longestChoice = 10;

/** Rules of that name in any family, else the nearest spelling, else rules whose names hold it, else where all rules are listed. */
function suggest(topic: string): string {
  const name = getName(topic);
  const namesakes = rules.filter(({ code }) => getName(code) === name).map(({ code }) => code);
  if (namesakes.length > 0) return ` (did you mean ${joinChoices(namesakes)}?)`;
  const near = suggestNearest(topic, listTopics());
  if (near !== '') return near;
  const names = new Set(rules.map(({ code }) => getName(code)));
  const holding = [...names].filter((candidate) => name.length >= 3 && candidate.includes(name));
  return holding.length > 0 && holding.length <= longestChoice
    ? ` (did you mean ${joinChoices(holding)}?)`
    : ': "endpoint-check explain" lists all rules';
}
