import { wrapAnsi } from 'fast-wrap-ansi';
import { exitCodes } from '../engine/exit-code.js';
import { rules } from '../engine/rule-catalogue.js';
import { UsageError } from '../engine/usage-error.js';
import { joinChoices, suggestNearest } from '../model/describe-unknown.js';
import type { Rule } from '../model/rule.js';
import { exitStatusText } from './exit-statuses.js';
import { type Io, readColumns, writeText } from './io.js';

/** `endpoint-check explain`: what a rule means, or the rules of a family, or all. Resolves to the exit status. */
export async function runExplain(topic: string | undefined, io: Io): Promise<number> {
  // Only a terminal has a width.
  const columns = readColumns(io.stdout);
  const wrap = (text: string) => (columns === null ? text : wrapAnsi(text, columns));
  await writeText(io.stdout, explain(topic, wrap));
  return exitCodes.ok;
}

/** What `explain` takes: rules, their families, and the exit statuses. */
export function listTopics(): readonly string[] {
  const codes = rules.map(({ code }) => code);
  return [...codes, ...new Set(codes.map(getFamily)), 'exit-codes'];
}

function explain(topic: string | undefined, wrap: (text: string) => string): string {
  if (topic === 'exit-codes') return exitStatusText;
  if (topic === undefined) return list(rules);
  const rule = rules.find(({ code }) => code === topic);
  if (rule === undefined) {
    const family = rules.filter(({ code }) => getFamily(code) === topic.replace(/\/$/, ''));
    if (family.length > 0) return list(family);
    throw new UsageError([`unknown rule "${topic}"${suggest(topic)}`]);
  }
  const { code, severity, milder, inconclusive, fixable, summary, explanation } = rule;
  const usual = milder === undefined ? severity : `${severity} or ${milder.severity}`;
  const weight = inconclusive === true ? 'inconclusive' : usual;
  const fixed = fixable === undefined ? '' : `, fixable with ${fixable}`;
  return `${code} (${weight}${fixed})\n\n${wrap(`${summary}.`)}\n\n${wrap(explanation)}\n`;
}

function getFamily(code: string): string {
  return code.replace(/\/.*/, '');
}

function list(listed: readonly Rule[]): string {
  const width = Math.max(...listed.map(({ code }) => code.length));
  return listed.map(({ code, summary }) => `${code.padEnd(width)}  ${summary}\n`).join('');
}

/** How many rules are named where a part of their names was typed. */
const longestChoice = 10;

/** Rules of that name in any family, else the nearest spelling, else rules whose names hold it, else where all rules are listed. */
function suggest(topic: string): string {
  const name = topic.split('/').at(-1) ?? '';
  const namesakes = rules.filter(({ code }) => code.split('/')[1] === name).map(({ code }) => code);
  if (namesakes.length > 0) return ` (did you mean ${joinChoices(namesakes)}?)`;
  const near = suggestNearest(topic, listTopics());
  if (near !== '') return near;
  const holding = rules.filter(({ code }) => name.length >= 3 && code.includes(name)).map(({ code }) => code);
  return holding.length > 0 && holding.length <= longestChoice
    ? ` (did you mean ${joinChoices(holding)}?)`
    : ': "endpoint-check explain" lists all rules';
}
