import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Downloads a Go module once for this machine, to where Go keeps modules. Resolves to its directory, which is read-only, and to why it is not here,
 * to be shown if its tests are skipped; one of them is empty. Never rejects.
 */
export async function downloadGoModule(path: string, version: string) {
  try {
    const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', `${path}@${version}`]);
    const { Dir: directory } = JSON.parse(stdout) as { readonly Dir: string };
    return { directory, skipped: '' };
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    return { directory: '', skipped: ` (skipped: ${reason})` };
  }
}
