// Records what grpcurl prints for each gRPC fault, of which docs/troubleshooting.md has the usual: `node scripts/record-grpcurl.js <path of grpcurl> <its version>`.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from './import-typescript.js';

const [, , grpcurl = 'grpcurl', version = ''] = process.argv;
const { faults } = await importTypeScript('test/faults/index.ts');
const { createAuthority } = await importTypeScript('src/sandbox/certificates.ts');
const authority = await createAuthority();
const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-record-'));
const caFile = join(directory, 'authority.pem');
await writeFile(caFile, authority.cert);

/** @type {Record<string, string>} */
const record = { version };
for (const { kind, name, start } of faults) {
  if (kind !== 'grpc') continue;
  /** @type {import('../src/sandbox/server.js').SandboxServer[]} */
  const servers = [];
  /** @param {Promise<import('../src/sandbox/server.js').SandboxServer>} server */
  const serve = async (server) => {
    servers.push(await server);
    return servers.at(-1)?.port;
  };
  const url = await start({ authority, serve });
  const port = /:\d+$/.exec(url)?.[0] ?? '';
  const output = await run('-cacert', caFile, '-max-time', '12', url, 'list');
  record[name] = output
    .replaceAll(port, ':PORT')
    .replace(/127\.0\.0\.1:\d+->/, '')
    .replace(/: current time .*/, '');
  await Promise.all(servers.map((server) => server.close()));
}
await rm(directory, { recursive: true });
await writeFile('test/faults/grpcurl.json', `${JSON.stringify(record, null, 2)}\n`);

/**
 * Resolves to the line that names the error, or to the first line of output.
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function run(...args) {
  return new Promise((resolve) => {
    execFile(grpcurl, args, (_error, stdout, stderr) => {
      const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
      resolve((lines.at(stderr.trim() === '' ? 0 : -1) ?? '').trim().slice(0, 160));
    });
  });
}
