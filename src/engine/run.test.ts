import { describe, expect, test } from 'vitest';
import { type DnsAnswer, startDnsServer } from '../../test/support/dns-server.js';
import { createFolder, formatParam } from '../../test/support/folder.js';
import { requireValid } from '../../test/support/report-schema.js';
import { use } from '../../test/support/servers.js';
import { checks } from '../checks/index.js';
import { loadRegistry } from '../registry/load.js';
import { startCosmosNode } from '../sandbox/cosmos-node.js';
import { runChecks } from './run.js';
import { completeOptions } from './settings.js';

async function run(urls: readonly string[], answer: (name: string) => DnsAnswer) {
  const server = await startDnsServer(answer);
  const cwd = await createFolder({ 'chain/a/param.json': formatParam({ grpc: urls }) });
  const readStdin = () => Promise.reject(new Error('not asked for'));
  const registry = await loadRegistry([], { cwd, fileName: 'param.json', kinds: checks, readStdin });
  const options = completeOptions({ allowPrivate: true, retries: 0 });
  const report = await runChecks(registry, { ...options, nameServers: [server.address] });
  const told = report.findings.map(({ rule, endpoint }) => `${rule} ${endpoint ?? 'run'}`);
  return { verdicts: requireValid(report).endpoints.map(({ verdict }) => verdict), told };
}

describe('before anyone is blamed for names, a run in which all fail so looks at itself', () => {
  const two = ['a.example.org:443', 'b.example.org:443'];

  test('a machine whose name servers know nothing says so once, and nobody fails', async () => {
    const { verdicts, told } = await run(two, () => 'NXDOMAIN');
    expect(verdicts).toEqual(['inconclusive', 'inconclusive']);
    expect(told).toEqual(['net/offline run']);
  });

  test('where lasting names are known, the names are wrong', async () => {
    const { verdicts, told } = await run(two, (name) =>
      name === 'example.com' ? ['93.184.216.34'] : 'NXDOMAIN',
    );
    expect(verdicts).toEqual(['fail', 'fail']);
    expect(told).toEqual(['net/dns-not-found 0', 'net/dns-not-found 1']);
  });

  test('one endpoint that was reached is proof enough of the machine', async () => {
    const node = await use(startCosmosNode());
    const { verdicts, told } = await run([...two, `localhost:${node.port}`], () => 'NXDOMAIN');
    expect(verdicts).toEqual(['fail', 'fail', 'pass']);
    expect(told).not.toContain('net/offline run');
  });

  test.each([[['a.example.org:443']], [['a.invalid:443', 'b.invalid:443', 'c.example.org:443']]])(
    'a single host is no evidence against the machine: %j',
    async (urls) => {
      const { verdicts, told } = await run(urls, () => 'NXDOMAIN');
      expect(verdicts).toEqual(urls.map(() => 'fail'));
      expect(told).toEqual(urls.map((_, index) => `net/dns-not-found ${index}`));
    },
  );
});
