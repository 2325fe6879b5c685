import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import type { Fault } from '../faults/fault.js';
import { faults } from '../faults/index.js';
import { askFault, type Clients, startClients } from '../opinions/ask-clients.js';
import type { Opinions } from '../opinions/clients.js';
import { hasCurl, listPasses } from './peers.js';

const { outcomes } = JSON.parse(await readFile('test/faults/opinions.json', 'utf8')) as Opinions;

/**
 * Tests that other clients have the recorded results for every fault of these kinds: in several files, so that a flood delays only those in its file.
 * test/opinions/opinions.test.ts compares the record with the verdicts.
 */
export function testOpinions(...kinds: readonly Fault['kind'][]): void {
  if (!hasCurl) process.stderr.write('curl is not installed: other clients do NOT run against faults\n');
  let authority: Authority;
  let directory: string;
  let clients: Clients;
  beforeAll(async () => {
    authority = await createAuthority();
    directory = await mkdtemp(join(tmpdir(), 'endpoint-check-peers-'));
    const authorityFile = join(directory, 'authority.pem');
    await writeFile(authorityFile, authority.cert);
    clients = await startClients(authorityFile);
  });
  afterAll(async () => {
    clients.end();
    await rm(directory, { recursive: true });
  });

  // Invalid entries are not probed, so there is nothing to compare.
  const probed = faults.filter(({ kind, verdict }) => kinds.includes(kind) && verdict !== 'invalid');
  describe.concurrent('other clients have the recorded result for every fault', () => {
    test.for(probed)('$kind: $name', async (fault, { expect, skip }) => {
      if (!hasCurl) return skip();
      const passes = listPasses(outcomes[fault.kind][fault.name] ?? {});
      const found = await askFault(fault, authority, clients, passes);
      expect(listPasses(found), JSON.stringify(found)).toEqual(passes);
    });
  });
}
