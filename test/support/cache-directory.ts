import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs that tests build or install are kept for the next run: outside the repository, and its clones. */
export const cacheDirectory = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'endpoint-check',
);
