import { expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { hasNginx, startNginx } from '../support/proxies.js';
import { createTrust, use } from '../support/servers.js';

/** As nginx's own page recommends; the status of a refusal is 503 by default. */
const limit = 'limit_req_zone $binary_remote_addr zone=one:1m rate=10r/s;';

// Names below localhost are the loopback (RFC 6761 section 6.3): forty hosts of one provider at one address.
const hosts = Array.from({ length: 40 }, (_, at) => `n${at}.nodes.localhost`);

test.runIf(hasNginx).each(['evm', 'grpc'] as const)(
  'of forty healthy %s hosts behind one nginx with limit_req none fails',
  async (kind) => {
    const trust = await createTrust();
    const tls = await trust.issue({ hosts: ['*.nodes.localhost'] });
    const node = await use(kind === 'evm' ? startEvmNode() : startCosmosNode());
    const pass = kind === 'evm' ? 'proxy_pass http' : 'grpc_pass grpc';
    const port = await startNginx(
      tls,
      `limit_req zone=one burst=20 nodelay; ${pass}://127.0.0.1:${node.port};`,
      'ssl http2',
      limit,
    );
    const urls = hosts.map((host) => (kind === 'evm' ? `https://${host}:${port}` : `${host}:${port}`));
    const cwd = await createDirectory({ 'chain/a/param.json': formatParam({ [kind]: urls }) });
    const { report } = await runForReport(['check', '--allow-private'], { cwd, env: trust.env });
    const verdicts = report.endpoints.map(({ verdict }) => verdict);
    expect(verdicts).not.toContain('fail');
    // At a slower pace, most of them are answered.
    expect(verdicts.filter((verdict) => verdict === 'pass').length).toBeGreaterThan(hosts.length / 2);
  },
);
