import { homedir } from 'node:os';
import { join } from 'node:path';

/** The directory of programs that tests build or install, kept for the next run: outside the repository, and its clones. */
export const cacheDirectory = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'endpoint-check',
);
