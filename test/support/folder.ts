import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files into a folder of the test's own, which goes when the test ends. Resolves to the folder's path. */
export async function createFolder(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'endpoint-check-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** The text of a registry file with these entries. */
export function formatParam(
  urls: { readonly grpc?: readonly string[]; readonly evm?: readonly string[] },
  members: Readonly<Record<string, unknown>> = {},
): string {
  const list = (listed: readonly string[] = []) =>
    listed.map((url, index) => ({ provider: `Provider ${index}`, url }));
  const file = { ...members, grpc_endpoint: list(urls.grpc), evm_rpc_endpoint: list(urls.evm) };
  return `${JSON.stringify(file, null, 2)}\n`;
}
