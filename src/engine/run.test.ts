import net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDirectory, formatParam } from '../../test/support/directory.js';
import { type DnsAnswer, startDnsServer } from '../../test/support/sockets.js';
import { requireValid } from '../../test/support/report-samples.js';
import { use } from '../../test/support/servers.js';
import { checks } from '../checks/index.js';
import { loadRegistry } from '../registry/load.js';
import { rpcCheck } from '../checks/cosmos/rpc/index.js';
import { startCosmosNode } from '../sandbox/cosmos-node.js';
import { startRpcNode } from '../sandbox/rpc-node.js';
import { listen } from '../sandbox/server.js';
import { createAdHocEntries } from './ad-hoc-endpoints.js';
import { runChecks } from './run.js';
import { type CheckOptions, completeOptions } from './library-arguments.js';
import { writeCommandLineOption } from '../model/write-option.js';

async function run(urls: readonly string[], answer: (name: string) => DnsAnswer) {
  const server = await startDnsServer(answer);
  const cwd = await createDirectory({
    'chain/a/param.json': formatParam({ grpc: urls }, { chain_id_cosmos: 'sandbox-1' }),
  });
  const readStdin = () => Promise.reject(new Error('no standard input'));
  const registry = await loadRegistry([], { cwd, kinds: checks, readStdin });
  const options = completeOptions({ allowPrivate: true, retries: 0 });
  const report = await runChecks(registry, { ...options, nameServers: [server.address] });
  const reported = report.findings.map(({ rule, endpoint }) => `${rule} ${endpoint ?? 'run'}`);
  return { verdicts: requireValid(report).endpoints.map(({ verdict }) => verdict), reported };
}

describe('before a run reports names as unknown, it checks its own name servers', () => {
  const two = ['a.example.org:443', 'b.example.org:443'];

  test('if the name servers resolve nothing, the run reports that once, and no endpoint fails', async () => {
    const { verdicts, reported } = await run(two, () => 'NXDOMAIN');
    expect(verdicts).toEqual(['inconclusive', 'inconclusive']);
    expect(reported).toEqual(['net/offline run']);
  });

  test('if well-known names resolve, the names are wrong', async () => {
    const { verdicts, reported } = await run(two, (name) =>
      name === 'example.com' ? ['93.184.216.34'] : 'NXDOMAIN',
    );
    expect(verdicts).toEqual(['fail', 'fail']);
    expect(reported).toEqual(['net/dns-not-found 0', 'net/dns-not-found 1']);
  });

  test('one reached endpoint proves that the machine is connected', async () => {
    const node = await use(startCosmosNode());
    const { verdicts, reported } = await run([...two, `localhost:${node.port}`], () => 'NXDOMAIN');
    expect(verdicts).toEqual(['fail', 'fail', 'pass']);
    expect(reported).not.toContain('net/offline run');
  });

  test('a single name is enough to check the name servers', async () => {
    const { verdicts, reported } = await run(['a.example.org:443'], () => 'NXDOMAIN');
    expect(verdicts).toEqual(['inconclusive']);
    expect(reported).toEqual(['net/offline run']);
  });

  test('a name is checked even if an address was reached', async () => {
    const node = await use(startCosmosNode());
    const { verdicts, reported } = await run(
      [`127.0.0.1:${node.port}`, 'a.example.org:443'],
      () => 'SERVFAIL',
    );
    expect(verdicts).toEqual(['pass', 'inconclusive']);
    expect(reported).toContain('net/offline run');
  });

  test('a name that cannot exist is wrong on every machine', async () => {
    const { verdicts } = await run(['a.invalid:443', 'c.example.org:443'], () => 'NXDOMAIN');
    expect(verdicts).toEqual(['fail', 'inconclusive']);
    expect((await run(['a.invalid:443'], () => 'NXDOMAIN')).verdicts).toEqual(['fail']);
  });
});

/** Probes RPC endpoints that are in no file. */
function probe(urls: readonly string[], options: CheckOptions = {}) {
  const forms = { chainId: null, allowPrivate: true, writeOption: writeCommandLineOption };
  const input = createAdHocEntries(rpcCheck, urls, forms);
  return runChecks(input, completeOptions({ allowPrivate: true, retries: 0, ...options }));
}

test('HTTP 503 is a limit if another host at the address answers in the same run', async () => {
  const [up, down] = [
    await use(startRpcNode()),
    await use(startRpcNode({ answer: () => ({ status: 503 }) })),
  ];
  const urls = [`http://127.0.0.1:${up.port}`, `http://localhost:${down.port}`];
  const { endpoints, summary } = await probe(urls);
  expect(endpoints.map(({ verdict }) => verdict)).toEqual(['pass', 'inconclusive']);
  expect(summary).toMatchObject({ failed: 0, inconclusive: 1, errors: 0 });
});

test('a url and the same url with a final slash do not get each other’s warnings', async () => {
  const { port } = await use(
    startRpcNode({
      path: '/rpc',
      answer: ({ path }) =>
        path === '' ? { status: 301, headers: { location: '/rpc/' }, body: '' } : undefined,
    }),
  );
  const find = async (paths: readonly string[]) => {
    const { findings } = await probe(paths.map((path) => `http://127.0.0.1:${port}${path}`));
    return findings.flatMap(({ rule, endpoint }) =>
      rule === 'http/redirect' ? [paths[endpoint ?? -1]] : [],
    );
  };
  expect(await find(['/rpc', '/rpc/'])).toEqual(['/rpc']);
  expect(await find(['/rpc/', '/rpc'])).toEqual(['/rpc']);
});

test('one signal ends eleven runs of a program, without a warning', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => void warnings.push(name);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  const ending = new AbortController();
  const { signal } = ending;
  let connections = 0;
  const silent = net.createServer(() => {
    if (++connections === 11) ending.abort();
  });
  const { port } = await use(listen(silent));
  const url = `http://127.0.0.1:${port}`;
  const reports = await Promise.all(Array.from({ length: 11 }, () => probe([url], { perHost: 11, signal })));
  expect(reports.map(({ interrupted }) => interrupted)).not.toContain(false);
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test('a run that a callback ends connects to nothing any more', async () => {
  let open = 0;
  const silent = net.createServer((socket) => {
    open += 1;
    socket.resume().on('close', () => (open -= 1));
  });
  const { port } = await use(listen(silent));
  const { port: freePort, close } = await listen(net.createServer());
  await close();
  const urls = Array.from({ length: 9 }, (_, at) => `http://127.0.0.1:${port}/${at}`);
  const onProgress = (done: number) => {
    if (done > 0) throw new Error('the caller has seen enough');
  };
  // Longer than the test: a probe does not end by itself.
  const options = { perHost: 10, timeoutMs: 600_000, onProgress };
  await expect(probe([...urls, `http://127.0.0.1:${freePort}`], options)).rejects.toThrow('enough');
  await expect.poll(() => open).toBe(0);
});
