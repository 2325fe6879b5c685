import { checks } from '../checks/index.js';
import { UsageError } from '../engine/exit-code.js';
import { loadRegistry, type Registry } from '../registry/load.js';
import { type HistoryFile, readHistoryFile } from '../history/history-file.js';
import { formatAmount } from '../model/amount.js';
import type { DeadReport } from '../history/find-dead.js';
import { alone, type Evidence } from '../history/find-removable.js';

/** Reads the registry around a directory. Rejects with a usage error if there is none, or nothing in it. */
export async function loadRegistryAround(cwd: string): Promise<Registry> {
  const readStdin = () => Promise.resolve(Buffer.alloc(0));
  const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
  if (registry.usageErrors.length > 0) throw new UsageError(registry.usageErrors);
  return registry;
}

/**
 * Reads history files that must exist, one per vantage point. Errors are added to `errors`, with the number of a malformed line. A file that is named
 * twice is an error, since it would be no second opinion.
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

/** Reasons to doubt the dead entries of histories, in sentences: those of the last runs, and that the histories are of another registry. */
export function describeWeakEvidence(
  { dead, listed, known }: DeadReport,
  { files, evidence }: { readonly files: readonly HistoryFile[]; readonly evidence: Evidence },
): readonly string[] {
  const names = files.map(({ name }) => name).join(' and ');
  return [
    ...evidence.obstacles,
    ...(listed > 0 && known === 0
      ? [`of ${formatAmount(listed, 'endpoint')} here none is in ${names}: it may be of another registry`]
      : []),
    ...(dead.length > 0 && dead.every(({ othersUp }) => othersUp === 0) ? [alone] : []),
  ];
}
