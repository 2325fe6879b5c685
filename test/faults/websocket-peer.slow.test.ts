import { readFile } from 'node:fs/promises';
import { beforeAll, describe, test } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import { faults } from './index.js';
import type { Opinions } from '../opinions/opinions.js';
import { runUndici } from './undici-peer.js';

let authority: Authority;
const { outcomes } = JSON.parse(await readFile('test/faults/opinions.json', 'utf8')) as Opinions;
beforeAll(async () => {
  authority = await createAuthority();
});

// Invalid entries are not probed, so there is nothing to compare.
const probed = faults.filter(({ kind, verdict }) => kind.endsWith('ws') && verdict !== 'invalid');

describe.concurrent('the WebSocket of Node.js makes of every fault what is recorded', () => {
  test.for(probed)('$kind: $name', async ({ kind, name, start }, { expect, onTestFinished }) => {
    const url = await start({
      authority,
      serve: async (starting) => {
        const server = await starting;
        onTestFinished(() => server.close());
        return server.port;
      },
    });
    const passes = await runUndici(kind === 'ws' ? 'ws' : 'evm-ws', url, authority.cert);
    expect(passes).toEqual(outcomes[kind][name]?.undici === 'ok' ? ['undici'] : []);
  });
});
