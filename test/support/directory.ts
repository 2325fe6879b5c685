import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files into a new directory, which is removed when the test ends. Resolves to the directory's path. */
export async function createDirectory(
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

/** The text of a registry file with these entries. */
export function formatParam(
  urls: { readonly grpc?: readonly string[]; readonly evm?: readonly string[] },
  fields: Readonly<Record<string, unknown>> = {},
): string {
  const list = (listed: readonly string[] = []) =>
    listed.map((url, index) => ({ provider: `Provider ${index}`, url }));
  const file = { ...fields, grpc_endpoint: list(urls.grpc), evm_rpc_endpoint: list(urls.evm) };
  return `${JSON.stringify(file, null, 2)}\n`;
}
