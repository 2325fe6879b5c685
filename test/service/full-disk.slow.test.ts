import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';

/** The program's own exit status if its standard output is a full disk. */
async function runOnFullDisk(args: readonly string[]): Promise<string> {
  const root = await createDirectory({
    'chain/kava/assets.json': '[]',
    'chain/kava/param.json': '{"grpc_endpoint": [{"provider": "a", "url": "grpc.example.com:443"}]}',
  });
  const command = [...args, root, '--port', '0'].join(' ');
  const script = `timeout 60 ${process.execPath} bin/endpoint-check.js ${command} > /dev/full; echo "exit status $?"`;
  const env = { ...process.env, ENDPOINT_CHECK_TOKENS: 'a-token' };
  // It ends by itself; a hanging one is killed.
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env });
  // Without the lines of the log.
  return `${stderr.replaceAll(/^\{.*\n/gm, '')}${stdout}`;
}

describe.skipIf(process.platform !== 'linux')('a server whose url cannot be written ends', () => {
  test.each(['serve', 'exporter'])('%s, with exit status 3', async (command) => {
    expect(await runOnFullDisk([command])).toBe(
      'endpoint-check failed: ENOSPC: no space left on device, write\nexit status 3\n',
    );
  });
});
