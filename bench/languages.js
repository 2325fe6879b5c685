// The structure of registries that are not in JSON: how time and memory grow with their entries.
import { median } from './pairs.js';
import { languages, writeForeignRegistry } from './support/foreign-registry.js';
import { inDirectory, runTool } from './support/process.js';
import { describeMemory, formatMs, describeFigure } from './table.js';

const limitMb = 400;

/**
 * Twice the entries may take twice the time; both include the start.
 * @param {number} [entries] Of each language.
 * @returns {Promise<import('./table.js').Row[]>}
 */
export async function measureLanguages(entries = 10_000) {
  const rows = [];
  for (const language of languages) {
    const half = await measure(language, entries / 2);
    const whole = await measure(language, entries);
    const work = `structure of ${entries.toLocaleString('en')} entries in ${language}`;
    rows.push(
      describeFigure(
        work,
        `${formatMs(whole.cpuMs)} of processor time`,
        '<= 2 x',
        whole.cpuMs <= 2 * half.cpuMs,
        { peer: `itself on half of them: ${formatMs(half.cpuMs)}`, ratio: whole.cpuMs / half.cpuMs },
      ),
      describeMemory(whole.rssMb, limitMb, work),
    );
  }
  return rows;
}

/**
 * @param {import('./support/foreign-registry.js').Language} language
 * @param {number} count
 */
function measure(language, count) {
  return inDirectory(async (directory) => {
    writeForeignRegistry(directory, language, count);
    const runs = [];
    for (let round = 0; round < 3; round++) {
      const ended = await runTool(['check', directory, '--no-network', '--reporter', 'json']);
      const found = JSON.parse(ended.stdout).summary.endpoints;
      if (found !== count) throw new Error(`${String(found)} entries in ${language}, not ${String(count)}`);
      runs.push(ended);
    }
    return { cpuMs: median(runs.map(({ cpuMs }) => cpuMs)), rssMb: median(runs.map(({ rssMb }) => rssMb)) };
  });
}
