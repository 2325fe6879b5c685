// What a command costs before it does anything: whole processes, compared with an empty Node program.
import { compare, measureInTurn, median } from './pairs.js';
import { runEmpty, runProgram } from './support/process.js';
import { formatMs, describeFigure } from './table.js';

/** @returns {Promise<import('./table.js').Row[]>} */
export async function measureStartUp() {
  const { empty = [], ...measures } = await measureInTurn(
    {
      empty: runEmpty,
      '--version': () => runProgram(['--version']),
      '--help': () => runProgram(['--help']),
    },
    21,
  );
  return Object.entries(measures).map(([work, ours]) => {
    const ratio = compare(ours, empty);
    const peer = `node -e 0: ${formatMs(median(empty))}`;
    return describeFigure(work, formatMs(median(ours)), '<= 1.3 x', ratio <= 1.3, {
      peer,
      ratio,
      reason: 'formats are not the cause (measured without them)',
    });
  });
}
