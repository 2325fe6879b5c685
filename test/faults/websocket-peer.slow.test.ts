import { beforeAll, describe, test } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import { faults } from './index.js';
import { peerDifferences, peersOf } from './peer-differences.js';
import { runUndici } from './undici-peer.js';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

// Invalid entries are not probed, so there is nothing to compare.
const probed = faults.filter(({ kind, verdict }) => kind.endsWith('ws') && verdict !== 'invalid');

describe.concurrent(
  'another websocket client agrees on every fault, except for the listed differences',
  () => {
    test.for(probed)('$kind: $name', async ({ kind, name, verdict, start }, { expect, onTestFinished }) => {
      const url = await start({
        authority,
        serve: async (starting) => {
          const server = await starting;
          onTestFinished(() => server.close());
          return server.port;
        },
      });
      const difference = peerDifferences.find((entry) => entry.kind === kind && entry.faults.includes(name));
      const passes = await runUndici(kind === 'ws' ? 'ws' : 'evm-ws', url, authority.cert);
      expect(passes).toEqual(difference?.passes ?? (verdict === 'pass' ? peersOf[kind] : []));
    });
  },
);
