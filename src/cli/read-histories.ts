import { type HistoryFile, readHistoryFile } from '../engine/history/history-file.js';

/**
 * Reads history files that must exist, one for each place from which was looked. What is wrong with them is added to `errors`, with the number of
 * the line where it is one; so is a file that is named twice, which would be no second opinion.
 */
export function readHistories(
  names: readonly string[],
  { cwd, prefix, errors }: { readonly cwd: string; readonly prefix: string; readonly errors: string[] },
): readonly HistoryFile[] {
  const files = names.flatMap((name): readonly HistoryFile[] => {
    const file = name === '' ? 'a file name is empty' : readHistoryFile(name, cwd);
    const fault =
      typeof file === 'string'
        ? file
        : file.before === null
          ? `does not exist: create it with check --history ${name}`
          : null;
    if (fault !== null) errors.push(`${prefix}${name === '' ? '' : `${name} `}${fault}`);
    return typeof file === 'string' ? [] : [file];
  });
  const twice = files.find(({ path }, index) => files.findIndex((file) => file.path === path) !== index);
  if (twice !== undefined) errors.push(`${prefix}${twice.name} is named twice`);
  return files;
}
