import type { HistoryFile } from '../history/history-file.js';

/** Opens the history file of `--history`, which a run will update; null for none. Errors are added to `errors`, before anything is probed. */
export async function openHistory(
  option: readonly string[] | null,
  { cwd, errors }: { readonly cwd: string; readonly errors: string[] },
): Promise<HistoryFile | null> {
  const [name, ...more] = option ?? [];
  if (name === undefined) return null;
  if (more.length > 0) errors.push('--history is given twice: a run is recorded in one file');
  if (name === '-' || name === '') errors.push(`--history: expected a file, got "${name}"`);
  if (more.length > 0 || name === '-' || name === '') return null;
  const { openHistoryFile } = await loadHistoryFile();
  const file = openHistoryFile(name, cwd);
  if (typeof file !== 'string') return file;
  errors.push(`--history: ${name} ${file}`);
  return null;
}

/**
 * Reads history files that must exist, one per vantage point. Errors are added to `errors`, with the number of a malformed line. A file that is named
 * twice is an error, since it would be no second opinion.
 */
export async function readHistories(
  names: readonly string[],
  { cwd, prefix, errors }: { readonly cwd: string; readonly prefix: string; readonly errors: string[] },
): Promise<readonly HistoryFile[]> {
  const { readHistoryFile } = await loadHistoryFile();
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

/** Loaded on demand: most runs have no history. */
function loadHistoryFile() {
  return import('../history/history-file.js');
}
