import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { EndpointReport } from '../../src/model/report.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import { answerJson, startWebNode } from '../../src/sandbox/web-node.js';
import { findFreePort } from '../support/ports.js';
import { finding } from '../support/report-samples.js';
import { useInFile } from '../support/servers.js';

const keep = useInFile();

type Lists = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/**
 * The output of `--reporter list` for a real file whose endpoints have all passed, each slower than the one after it, and the last one with an old
 * block. Nothing is probed: `merge` renders the report again.
 */
async function list(registry: string, path: string) {
  const text = await readFile(join('fixtures/real', registry, path), 'utf8');
  const cwd = await createDirectory({ [path]: text });
  const { report } = await runForReport(['--no-network'], { cwd });
  const { summary, endpoints } = report;
  const count = endpoints.length;
  const passed = endpoints.map((endpoint, index): EndpointReport => {
    return {
      ...endpoint,
      verdict: 'pass',
      skipReason: null,
      durationMs: count - index,
      attempts: 1,
    };
  });
  const again = {
    ...report,
    scope: { ...report.scope, network: true },
    summary: { ...summary, passed: count, skipped: 0 },
    endpoints: passed,
    findings: [finding({ rule: 'rpc/stale', severity: 'warning', file: path, endpoint: count - 1 })],
  };
  const merged = await createDirectory({ 'report.json': JSON.stringify(again) });
  const { stdout, stderr } = await runCli(['merge', 'report.json', '--reporter', 'list'], { cwd: merged });
  expect(stderr).toBe('');
  const isListed = new Ajv().compile(
    JSON.parse(await readFile('schemas/list.schema.json', 'utf8')) as object,
  );
  expect(isListed(JSON.parse(stdout)), JSON.stringify(isListed.errors)).toBe(true);
  return { listed: JSON.parse(stdout) as Lists, file: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

/** The function of docs/checking.md by which a page picks an endpoint. */
async function loadPicker() {
  const page = await readFile('docs/checking.md', 'utf8');
  const [, code = ''] = /<!-- picker -->\n\n```js\n([^]*?)```/.exec(page) ?? [];
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  return ((await import(url)) as { pickEndpoint: (list: string, chain: string) => Promise<string | null> })
    .pickEndpoint;
}

test('a page picks the first endpoint of the list that answers', async () => {
  const use = async (server: Promise<SandboxServer>) => `http://localhost:${(await keep(server)).port}`;
  const [live, limited] = [
    await use(startEvmNode()),
    await use(startEvmNode({ answer: { status: 429, body: '' } })),
  ];
  const closed = `http://localhost:${await findFreePort()}`;
  const serve = (urls: readonly string[]) =>
    use(startWebNode({}, () => answerJson({ kava: { evm: urls.map((url) => ({ provider: 'A', url })) } })));
  const pickEndpoint = await loadPicker();
  expect(await pickEndpoint(await serve([closed, limited, live]), 'kava')).toBe(live);
  expect(await pickEndpoint(await serve([limited]), 'kava')).toBeNull();
  expect(await pickEndpoint(await serve([live]), 'akash')).toBeNull();
});

test('entries of cosmos/chain-registry are listed as it writes them, best first', async () => {
  const { listed, file } = await list('chain-registry', 'archway/chain.json');
  const { rpc = [], rest = [], grpc = [] } = file['apis'] as Record<string, object[]>;
  expect([rpc.length, rest.length, grpc.length].every((count) => count > 5)).toBe(true);
  expect(listed['archway']).toMatchObject({
    rpc: rpc.toReversed(),
    rest: rest.toReversed(),
    grpc: [...grpc.slice(0, -1).toReversed(), grpc.at(-1)],
  });
});

test('those of ethereum-lists are strings, and the one that is behind comes last', async () => {
  const { listed, file } = await list('ethereum-lists', '_data/chains/eip155-250.json');
  const rpc = file['rpc'] as readonly string[];
  const [first, second, third, fourth, last] = rpc;
  expect(listed).toEqual({ 'eip155-250': { evm: [fourth, second, first], 'evm-ws': [third, last] } });
});
