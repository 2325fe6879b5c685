import { expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runForReport } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';

const otherNames = ['a.example.com', '192.0.2.1', '*.b.example.com'];
// Of an authority that must not certify localhost.
const excluded = Buffer.concat([Buffer.from('300fa10d300b8209', 'hex'), Buffer.from('localhost')]);

// The others are a table of all kinds (certificates.ts).
test.each([
  ['for other names', { hosts: otherNames }, 'tls/wrong-host', { host: 'localhost', names: otherNames }],
  [
    'without a name, by its subject',
    { hosts: [] },
    'tls/wrong-host',
    { host: 'localhost', names: ['CN=endpoint-check sandbox node'] },
  ],
  // In words, since Node has no code for it.
  ['that its authority may not issue', {}, 'tls/untrusted', { code: 'excluded subtree violation' }],
])('the problem of a certificate is named: %s', async (_, options, rule, data) => {
  const trust = await createTrust(rule === 'tls/untrusted' ? excluded : undefined);
  const { port } = await use(startEvmNode({ tls: await trust.issue(options) }));
  const args = ['evm', `https://localhost:${port}`, '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { env: trust.env });
  expect(report.findings).toMatchObject([{ rule, data }]);
});
