import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { answerJson, type WebRequest } from '../../src/sandbox/web-node.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { type Apis, createDirectory, formatChain } from '../support/directory.js';
import { use } from '../support/servers.js';

/** Starts a node of each kind whose chain begins at `first`, with the blocks from `lowest` on; resolves to the addresses by kind. */
async function startNodes(first: number, lowest: number) {
  const requests: string[] = [];
  const describeBlock = (height: string) => ({
    header: {
      chain_id: 'sandbox-1',
      height,
      time: new Date().toISOString(),
      last_block_id: { hash: Number(height) === first ? '' : 'AB' },
    },
  });
  const refuse = (height: string) => `height ${height} is not available, lowest height is ${lowest}`;
  // As CometBFT 0.38 and Cosmos SDK 0.50 answer.
  const answerRpc = ({ url }: WebRequest) => {
    requests.push(url);
    if (url.includes('cosmos.base.node.v1beta1.Service/Status')) {
      // The field 1 of the status of a node, earliest_store_height.
      const value = Buffer.from([0x08, (lowest & 0x7f) | 0x80, lowest >> 7]).toString('base64');
      return answerJson({ jsonrpc: '2.0', id: -1, result: { response: { code: 0, value } } });
    }
    if (url.includes('cosmos.bank.v1beta1.Query/Params'))
      return answerJson({ jsonrpc: '2.0', id: -1, result: { response: { code: 0, value: null } } });
    const [, height] = /^\/block\?height=(\d+)$/.exec(url) ?? [];
    if (height === undefined) return undefined;
    if (Number(height) >= lowest)
      return answerJson({ jsonrpc: '2.0', id: -1, result: { block: describeBlock(height) } });
    const error = { code: -32603, message: 'Internal error', data: refuse(height) };
    return answerJson({ jsonrpc: '2.0', id: -1, error }, 500);
  };
  const answerRest = ({ url }: WebRequest) => {
    if (url === '/cosmos/base/node/v1beta1/status')
      return answerJson({ earliest_store_height: String(lowest) });
    const [, height] = /\/v1beta1\/blocks\/(\d+)$/.exec(url) ?? [];
    if (height === undefined) return undefined;
    return Number(height) < lowest
      ? answerJson({ code: 2, message: refuse(height), details: [] }, 500)
      : answerJson({ block: describeBlock(height), sdk_block: describeBlock(height) });
  };
  const [rpc, rest, grpc] = await Promise.all([
    use(startRpcNode({ answer: answerRpc })),
    use(startRestNode({ answer: answerRest })),
    use(startCosmosNode({ firstHeight: first, lowestHeight: lowest })),
  ]);
  const urls = {
    rpc: `http://127.0.0.1:${rpc.port}`,
    rest: `http://127.0.0.1:${rest.port}`,
    grpc: `127.0.0.1:${grpc.port}`,
  };
  return { urls, requests };
}

/** The file of a chain whose entries have a claim. */
function formatClaim(urls: Readonly<Record<string, string>>, claim: object): string {
  const lists = Object.entries(urls).map(([kind, address]) => [kind, [{ address, provider: 'A', ...claim }]]);
  return formatChain(Object.fromEntries(lists) as Apis, { chain_id: 'sandbox-1' });
}

const describeRun = ({ report }: Awaited<ReturnType<typeof runForReport>>) => ({
  archive: report.endpoints.map(({ kind, facts }) => [kind, facts['archive'] ?? null]),
  findings: report.findings.filter(({ rule }) => rule.endsWith('/not-archive')),
});

async function check(urls: Readonly<Record<string, string>>, claim: object) {
  const cwd = await createDirectory({ 'sandbox/chain.json': formatClaim(urls, claim) });
  return describeRun(await runForReport(['--allow-private'], { cwd }));
}

describe('"archive": true', () => {
  test('is a warning if the node lacks the first blocks', async () => {
    const { urls } = await startNodes(1, 900);
    const { archive, findings } = await check(urls, { archive: true });
    expect(archive).toEqual([
      ['rpc', false],
      ['rest', false],
      ['grpc', false],
    ]);
    expect(findings.map(({ rule, severity, data }) => [rule, severity, data])).toEqual(
      ['rpc', 'rest', 'grpc'].map((kind) => [
        `${kind}/not-archive`,
        'warning',
        { of: 'blocks', lowest: 900 },
      ]),
    );
  });

  test('is right if the chain begins at the lowest block', async () => {
    const { urls } = await startNodes(900, 900);
    const { archive, findings } = await check(urls, { archive: true });
    expect([archive.map(([, isWhole]) => isWhole), findings]).toEqual([[true, true, true], []]);
  });

  test.each([{}, { archive: false }, { archive: 'true' }])(
    'is not checked with the claim %j',
    async (claim) => {
      const { urls, requests } = await startNodes(1, 900);
      expect((await check({ rpc: urls.rpc }, claim)).archive).toEqual([['rpc', null]]);
      expect(requests.filter((url) => url.includes('height'))).toEqual([]);
    },
  );

  test('is requested once from a node that does not answer, and not after the probe has ended', async () => {
    const requests: string[] = [];
    const answer = ({ url }: WebRequest) => {
      if (!url.startsWith('/block')) return undefined;
      requests.push(url);
      // The rest of the answer never comes.
      return { headers: { 'content-length': '1000' }, body: '{' };
    };
    const { port } = await use(startRpcNode({ answer }));
    const cwd = await createDirectory({
      'sandbox/chain.json': formatClaim({ rpc: `http://127.0.0.1:${port}` }, { archive: true }),
    });
    // A process ends when nothing is left to do.
    const run = await runForReport(['--allow-private'], { cwd }, runProcess);
    expect(describeRun(run)).toEqual({ archive: [['rpc', null]], findings: [] });
    expect(requests).toEqual(['/block?height=1']);
  });
});
