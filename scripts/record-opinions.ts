// Records what other clients make of each fault, for docs/second-opinions.md, and what grpcurl prints, for docs/troubleshooting.md:
// `npm run opinions -- [kind…]`. It installs them first, which needs Go, npm and Python; curl has to be there.
import { execFile, execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createAuthority } from '../src/sandbox/certificates.js';
import type { Fault } from '../test/faults/fault.js';
import { faults } from '../test/faults/index.js';
import { grpcurlPath, installPeers } from '../test/nodes/peers.js';
import { askFault, startClients, type Subject } from '../test/opinions/ask-clients.js';
import { clients, type Opinions } from '../test/opinions/clients.js';
import { withFiles } from './temporary-files.js';

const path = 'test/faults/opinions.json';
const before: Opinions = JSON.parse(await readFile(path, 'utf8').catch(() => '{"outcomes":{}}'));

const format = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const authority = await createAuthority();
await installPeers();
const all = new Set(faults.map(({ kind }) => kind));
const kinds = process.argv.length > 2 ? process.argv.slice(2) : [...all];
await withFiles([['authority.pem', authority.cert]], async (directory) => {
  const authorityFile = join(directory, 'authority.pem');
  const running = await startClients(authorityFile);
  const outcomes: Record<string, object> = {};
  for (const kind of all) {
    const probed = faults.filter((fault) => fault.kind === kind && fault.verdict !== 'invalid');
    outcomes[kind] = kinds.includes(kind) ? await recordEach(probed, running) : before.outcomes[kind];
  }
  running.end();
  await writeFile(path, format({ versions: readVersions(), outcomes }));
  if (!kinds.includes('grpc')) return;
  const listed = faults.filter(({ kind }) => kind === 'grpc');
  const printed = await recordEach(listed, {
    ask: async ({ open }) => runGrpcurl(authorityFile, await open()),
  });
  await writeFile('test/faults/grpcurl.json', format({ version: clients.grpcurl.version, ...printed }));
});

/** What comes of each fault, by its name, a few at a time: most of them wait. */
async function recordEach<T>(
  asked: readonly Fault[],
  running: { ask: (subject: Subject) => Promise<T> },
): Promise<Record<string, T>> {
  const found = await pLimit(6).map(asked, async (fault) => [
    fault.name,
    await askFault(fault, authority, running, null),
  ]);
  return Object.fromEntries(found);
}

/** The versions of the clients: of those that are not installed here, as they say. */
function readVersions() {
  const curl = execFileSync('curl', ['--version'], { encoding: 'utf8' }).split(' ')[1] ?? '';
  const here = { curl, fetch: `Node.js ${process.versions.node}` };
  return {
    ...Object.fromEntries(Object.entries(clients).map(([name, { version }]) => [name, version])),
    ...here,
  };
}

/** Resolves to the line that names the error, or to the first line of output, without what differs from run to run. */
function runGrpcurl(authorityFile: string, url: string): Promise<string> {
  const port = /:\d+$/.exec(url)?.[0] ?? '';
  return new Promise((resolve) => {
    execFile(
      grpcurlPath,
      ['-cacert', authorityFile, '-max-time', '12', url, 'list'],
      (_error, stdout, stderr) => {
        const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
        const line = (lines.at(stderr.trim() === '' ? 0 : -1) ?? '').trim().slice(0, 160);
        const shown = line.replaceAll(port, ':PORT').replace(/127\.0\.0\.1:\d+->/, '');
        resolve(shown.replace(/: current time .*/, ''));
      },
    );
  });
}
