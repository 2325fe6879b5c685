// Records what other clients make of each fault, for docs/second-opinions.md: `node scripts/record-opinions.js [kind…]`. It installs them
// first, which needs Go, npm and Python; curl has to be there.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypeScript } from './import-typescript.js';

const path = 'test/faults/opinions.json';
const kinds = process.argv.slice(2);
/** @type {typeof import('../test/faults/index.js')} */
const { faults } = await importTypeScript('test/faults/index.ts');
const { createAuthority } = await importTypeScript('src/sandbox/certificates.ts');
/** @type {typeof import('../test/opinions/ask-faults.js')} */
const { askFault } = await importTypeScript('test/opinions/ask-faults.ts');
/** @type {typeof import('../test/opinions/ask-clients.js')} */
const { startClients } = await importTypeScript('test/opinions/ask-clients.ts');
/** @type {typeof import('../test/nodes/peers.js')} */
const { installPeers } = await importTypeScript('test/nodes/peers.ts');
/** @type {typeof import('../test/opinions/clients.js')} */
const { clients } = await importTypeScript('test/opinions/clients.ts');

const authority = await createAuthority();
const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-record-'));
const authorityFile = join(directory, 'authority.pem');
await writeFile(authorityFile, authority.cert);
await installPeers();
const running = await startClients(authorityFile);

const curl = execFileSync('curl', ['--version'], { encoding: 'utf8' }).split(' ')[1] ?? '';
const here = { curl, fetch: `Node.js ${process.versions.node}` };
const versions = Object.fromEntries(
  Object.entries(clients).map(([name, { version }]) => [
    name,
    version === '' ? here[/** @type {keyof typeof here} */ (name)] : version,
  ]),
);
/** @type {import('../test/opinions/opinions.js').Opinions} */
const before = JSON.parse(await readFile(path, 'utf8').catch(() => '{"outcomes":{}}'));
/** @type {Record<string, Record<string, Record<string, string>>>} */
const outcomes = {};
const probed = faults.filter(({ verdict }) => verdict !== 'invalid');
for (const kind of new Set(probed.map((fault) => fault.kind))) {
  const own = probed.filter((fault) => fault.kind === kind);
  if (kinds.length > 0 && !kinds.includes(kind)) {
    outcomes[kind] = before.outcomes[kind];
    continue;
  }
  /** @type {Record<string, Record<string, string>>} */
  const found = {};
  const waiting = [...own];
  // A few at a time: most of them wait.
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift())
        found[fault.name] = await askFault(fault, authority, running);
    }),
  );
  outcomes[kind] = Object.fromEntries(own.map(({ name }) => [name, found[name] ?? {}]));
}
running.end();
await rm(directory, { recursive: true });
await writeFile(path, `${JSON.stringify({ versions, outcomes }, null, 2)}\n`);
