import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The source of a Go module. */
export interface GoModule {
  /** Its directory; empty if it is not available. Read-only. */
  readonly directory: string;
  /** Why it is not here, to be shown if its tests are skipped; empty if it is. */
  readonly skipped: string;
}

/** Downloads a Go module once for this machine, to where Go keeps modules. Never rejects. */
export async function downloadGoModule(path: string, version: string): Promise<GoModule> {
  try {
    const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', `${path}@${version}`]);
    const { Dir: directory } = JSON.parse(stdout) as { readonly Dir: string };
    return { directory, skipped: '' };
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    return { directory: '', skipped: ` (skipped: ${reason})` };
  }
}
