import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SnapshotStore } from '../service/chain/holders/snapshot-store.js';
import type { EventLog } from '../service/event-log.js';
import type { Io } from './io.js';

/**
 * Reads where snapshots are stored: the url of the option, else of ENDPOINT_CHECK_STORE, since process lists show arguments; its password may be in
 * the file that ENDPOINT_CHECK_STORE_PASSWORD_FILE names. Null for memory only. Adds what is wrong to `usageErrors`, without quoting any of them.
 */
export function readStoreUrl(
  option: string | null,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  usageErrors: string[],
): string | null {
  const url = option ?? env['ENDPOINT_CHECK_STORE'] ?? '';
  const source = option === null ? 'ENDPOINT_CHECK_STORE' : '--store';
  const file = env['ENDPOINT_CHECK_STORE_PASSWORD_FILE'] ?? '';
  if (url === '' && option === null) return null;
  if (!/^postgres(ql)?:\/\/[^]/.test(url)) {
    usageErrors.push(`${source}: expected a url such as postgres://user:password@host:5432/database`);
    return null;
  }
  if (file === '') return url;
  try {
    const password = readFileSync(resolve(cwd, file), 'utf8').replace(/\r?\n$/, '');
    // As a parameter: a url with a socket's path has no place for it before the host.
    return `${url}${url.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    usageErrors.push(`ENDPOINT_CHECK_STORE_PASSWORD_FILE: ${file} cannot be read (${code ?? ''})`);
    return null;
  }
}

/** Opens the store at a url; null for none. What happens to it is logged. Rejects with a UsageError where it will never work. */
export async function openStore(url: string | null, events: EventLog): Promise<SnapshotStore | null> {
  if (url === null) return null;
  const { openPostgresStore } = await import('../service/store/open-postgres-store.js');
  return openPostgresStore(url, { log: ({ event, ...fields }) => events.add(event, fields) });
}
