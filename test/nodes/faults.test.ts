import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import { faults } from '../faults/index.js';
import { peerDifferences, peersOf } from '../faults/peer-differences.js';
import { hasCurl, runCurl, runGetCurl, runGrpcPeers, runGrpcWebPeers } from './peers.js';

if (!hasCurl) process.stderr.write('curl is not installed: it does NOT run against faults over HTTP\n');

let authority: Authority;
let directory: string;
let authorityFile: string;
beforeAll(async () => {
  authority = await createAuthority();
  directory = await mkdtemp(join(tmpdir(), 'endpoint-check-peers-'));
  authorityFile = join(directory, 'authority.pem');
  await writeFile(authorityFile, authority.cert);
});
afterAll(() => rm(directory, { recursive: true }));

// Invalid entries are not probed, so there is nothing to compare. test/faults/websocket-peer.slow.test.ts has websockets.
const probed = faults.filter(({ kind, verdict }) => verdict !== 'invalid' && !kind.endsWith('ws'));

describe.concurrent('other programs agree on every fault, except for the listed differences', () => {
  test.for(probed)('$kind: $name', async (fault, { expect, onTestFinished, skip }) => {
    const { kind, name, verdict, rules, start } = fault;
    if (kind !== 'grpc' && !hasCurl) return skip();
    const url = await start({
      authority,
      serve: async (starting) => {
        const server = await starting;
        onTestFinished(() => server.close());
        return server.port;
      },
    });
    const difference = peerDifferences.find((entry) => entry.kind === kind && entry.faults.includes(name));
    const passes =
      kind === 'grpc-web'
        ? await runGrpcWebPeers(() => Promise.resolve(url), authorityFile)
        : kind === 'rpc' || kind === 'rest'
          ? await runGetCurl(kind, url, authorityFile)
          : kind === 'evm'
            ? await runCurl(url, authorityFile)
            : await runGrpcPeers(() => Promise.resolve(url), {
                authority: rules.includes('grpc/plaintext') ? null : authorityFile,
                // Most of these servers list their services and describe none.
                schema: 'schemas/cosmos-tendermint.proto',
              });
    expect(passes).toEqual(difference?.passes ?? (verdict === 'pass' ? peersOf[kind] : []));
  });
});
