// What a command costs before it does anything: whole processes, compared with an empty Node program.
import { measureInTurn } from './measure.js';
import { runEmpty, runProgram } from './support/process.js';
import { holdRounds, type Options } from './table.js';

const reason = 'formats are not the cause (measured without them)';

export async function measureStartUp({ quick }: Options) {
  const { empty, ...measures } = await measureInTurn(
    {
      empty: runEmpty,
      '--version': () => runProgram(['--version']),
      '--help': () => runProgram(['--help']),
    },
    quick ? 3 : 21,
  );
  return Object.entries(measures).map(([work, ours]) =>
    holdRounds(work, 'wallMs', ours, ['node -e 0', empty], 1.3, reason),
  );
}
