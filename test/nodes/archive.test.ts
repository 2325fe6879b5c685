import { expect, onTestFinished, test } from 'vitest';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { sdkLines, type SdkLine } from './build.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';

const lines = Object.keys(sdkLines) as readonly SdkLine[];
const kinds = ['rpc', 'rest', 'grpc'];
const kept = 5;

/** Checks a node that is listed as an archive as each of its kinds. */
async function check({ rpcPort, restPort, port }: CosmosNode) {
  const list = (address: string) => [{ address, provider: 'A', archive: true }];
  const apis = {
    rpc: list(`http://127.0.0.1:${rpcPort}`),
    rest: list(`http://127.0.0.1:${restPort}`),
    grpc: list(`127.0.0.1:${port}`),
  };
  const chain = { chain_name: 'real', chain_id: 'real-1', apis };
  const cwd = await createDirectory({ 'real/chain.json': JSON.stringify(chain) });
  const { report } = await runForReport(['--allow-private', '--retries', '0'], { cwd });
  return {
    archive: report.endpoints.map(({ kind, verdict, facts }) => [kind, verdict, facts['archive']]),
    findings: report.findings
      .filter(({ rule }) => rule.endsWith('/not-archive'))
      .map(({ rule, data }) => [rule, Number(data['lowest']) > 1]),
  };
}

test.each(lines.flatMap((line) => [true, false].map((prunes) => ({ line, prunes }))))(
  'a real node of Cosmos SDK $line is an archive as long as it keeps its first blocks: pruned $prunes',
  async ({ line, prunes }) => {
    const node = await startCosmosNode({ line, ...(prunes ? { keepBlocks: kept } : {}) });
    onTestFinished(() => node.end('SIGTERM'));
    // Each transfer is in a later block.
    while ((await node.send(node.account, '1stake')) < 2 * kept);
    expect(await check(node)).toEqual({
      archive: kinds.map((kind) => [kind, 'pass', !prunes]),
      findings: prunes ? kinds.map((kind) => [`${kind}/not-archive`, true]) : [],
    });
  },
);
