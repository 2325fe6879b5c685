import { wrapAnsi } from 'fast-wrap-ansi';
import { exitCodes } from '../engine/exit-code.js';
import { rules } from '../engine/rule-catalogue.js';
import { UsageError } from '../engine/usage-error.js';
import { type Io, writeText } from './io.js';

const exitCodeTexts = `Exit status:
    0  nothing at or above --fail-on
    1  findings at or above --fail-on
    2  wrong usage: an unknown option, a path that does not exist, a folder
       without registry files
    3  the program itself failed
  130  interrupted; what was known by then has been reported
`;

/** `endpoint-check explain`: a rule's meaning, or the list of all. Resolves to the exit status. */
export async function runExplain(topic: string | undefined, io: Io): Promise<number> {
  await writeText(io.stdout, explain(topic));
  return exitCodes.ok;
}

function explain(topic: string | undefined): string {
  if (topic === 'exit-codes') return exitCodeTexts;
  if (topic === undefined) {
    const width = Math.max(...rules.map(({ code }) => code.length));
    return [...rules].map(({ code, summary }) => `${code.padEnd(width)}  ${summary}\n`).join('');
  }
  const rule = rules.find(({ code }) => code === topic);
  if (rule === undefined)
    throw new UsageError([`there is no rule ${topic}; "endpoint-check explain" lists all`]);
  const { code, severity, inconclusive, summary, explanation } = rule;
  const weight = inconclusive === true ? 'inconclusive' : severity;
  return `${code} (${weight})\n\n${wrapAnsi(`${summary}.`, 80)}\n\n${wrapAnsi(explanation, 80)}\n`;
}
