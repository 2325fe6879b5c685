import { wrapAnsi } from 'fast-wrap-ansi';
import { exitCodes } from '../engine/exit-code.js';
import { distance } from 'fastest-levenshtein';
import { rules } from '../engine/rule-catalogue.js';
import { UsageError } from '../engine/usage-error.js';
import type { Rule } from '../model/rule.js';
import { type Io, writeText } from './io.js';

const exitCodeTexts = `Exit status:
    0  nothing at or above --fail-on
    1  findings at or above --fail-on
    2  wrong usage: an unknown option, a path that does not exist, a directory
       without registry files
    3  the program itself failed
  130  interrupted; what was known by then has been reported
`;

/** `endpoint-check explain`: a rule's meaning, or the list of a family or of all. Resolves to the exit status. */
export async function runExplain(topic: string | undefined, io: Io): Promise<number> {
  await writeText(io.stdout, explain(topic));
  return exitCodes.ok;
}

function explain(topic: string | undefined): string {
  if (topic === 'exit-codes') return exitCodeTexts;
  if (topic === undefined) return list(rules);
  const rule = rules.find(({ code }) => code === topic);
  if (rule === undefined) {
    const family = rules.filter(({ code }) => code.startsWith(`${topic.replace(/\/$/, '')}/`));
    if (family.length > 0) return list(family);
    throw new UsageError([`there is no rule ${topic}; ${suggest(topic)}`]);
  }
  const { code, severity, inconclusive, summary, explanation } = rule;
  const weight = inconclusive === true ? 'inconclusive' : severity;
  return `${code} (${weight})\n\n${wrapAnsi(`${summary}.`, 80)}\n\n${wrapAnsi(explanation, 80)}\n`;
}

function list(listed: readonly Rule[]): string {
  const width = Math.max(...listed.map(({ code }) => code.length));
  return listed.map(({ code, summary }) => `${code.padEnd(width)}  ${summary}\n`).join('');
}

/** Rules of another family by that name, or the nearest spelling. */
function suggest(topic: string): string {
  const name = topic.split('/').at(-1) ?? '';
  const namesakes = rules.filter(({ code }) => code.split('/')[1] === name).map(({ code }) => code);
  const near = rules.map(({ code }) => code).filter((code) => distance(code, topic) <= 3);
  const found = namesakes.length > 0 ? namesakes : near;
  return found.length > 0 ? `did you mean ${found.join(' or ')}?` : '"endpoint-check explain" lists all';
}
