import { once } from 'node:events';
import { writeText } from '../io.js';
import type { ProgramRunner } from './run-program.js';

/** Prints how to check the registry by hand, and waits for an interrupt; the nodes run meanwhile. */
export async function keepNodes({ io, cwd, env, signal }: ProgramRunner): Promise<void> {
  const authority = env['NODE_EXTRA_CA_CERTS'] ?? '';
  const commands = [
    ['cd', cwd],
    ['export', `NODE_EXTRA_CA_CERTS=${authority}`],
    [...io.self, 'check', '--peers', '--allow-private'],
  ];
  const lines = commands.map((words) => `  $ ${words.map(quoteWord).join(' ')}\n`);
  await writeText(
    io.stdout,
    `\nThe nodes go on until you press Ctrl-C, which also removes the registry. Until\nthen, check it in another terminal:\n\n${lines.join('')}`,
  );
  if (!signal.aborted) await once(signal, 'abort');
}

/** Quotes a word for a POSIX shell. */
function quoteWord(word: string): string {
  return /^[\w.:/=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
