import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startEvmWebSocket } from '../../src/sandbox/evm-websocket.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';
import { type Exchange, executionApis, readExchanges, readSpecification } from './execution-apis.js';

const clone = executionApis ?? '';
const reason = executionApis === null ? ' (skipped: EXECUTION_APIS names no clone of it)' : '';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Results by method; a method without one is missing. */
type Results = Readonly<Record<string, unknown>>;

/** A node of a kind with the recorded answers, and the requests that it got. */
const startNode = {
  evm: async (results: Results) => {
    const calls: Call[] = [];
    const answer = (body: string) => {
      const call = JSON.parse(body) as Call;
      calls.push(call);
      return { status: 200, headers: { 'content-type': 'application/json' }, body: replay(call, results) };
    };
    return { calls, url: `http://localhost:${(await use(startEvmNode({ answer }))).port}` };
  },
  'evm-ws': async (results: Results) => {
    const calls: Call[] = [];
    const answer = (sent: unknown) => {
      const call = sent as Call;
      calls.push(call);
      return call.method === 'eth_subscribe' ? undefined : replay(call, results);
    };
    return { calls, url: `ws://localhost:${(await use(startEvmWebSocket({ answer }))).port}` };
  },
} as const;

function replay({ id, method }: Call, results: Results): string {
  const missing = { error: { code: -32_601, message: `the method ${method} does not exist` } };
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    ...(method in results ? { result: results[method] } : missing),
  });
}

interface RecordedBlock {
  readonly number: string;
  readonly timestamp: string;
}

describe.skipIf(executionApis === null)(`the exchanges of ethereum/execution-apis${reason}`, () => {
  const read = (method: string) => (executionApis === null ? [] : readExchanges(clone, method));
  const [chainId, networkId] = [read('eth_chainId')[0], read('net_version')[0]];
  const blocks = read('eth_getBlockByNumber');
  const claim = String(networkId?.response.result);

  describe.each(['evm', 'evm-ws'] as const)('%s', (kind) => {
    test.each(blocks)('$name is read as it was recorded', async ({ response: { result } }) => {
      const block = result as RecordedBlock | null;
      const { url } = await startNode[kind]({
        eth_chainId: chainId?.response.result,
        eth_getBlockByNumber: block,
      });
      const { report } = await runForReport([kind, url, '--allow-private', '--chain-id', claim]);
      const rules = report.findings.map(({ rule }) => rule);
      if (block === null) return expect(rules).toContain(`${kind}/no-block`);
      // The recorded chain is of the first minutes of 1970.
      expect(rules).toEqual([`${kind}/stale`, 'http/plaintext']);
      expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 1 });
      expect(report.endpoints[0]?.facts).toMatchObject({
        chainId: Number(claim),
        blockHeight: Number(block.number),
        blockTime: new Date(Number(block.timestamp) * 1_000).toISOString(),
      });
    });

    test('the network id tells the chain if the chain id is missing', async () => {
      const results = {
        net_version: networkId?.response.result,
        eth_getBlockByNumber: blocks.find(({ name }) => name === 'get-latest')?.response.result,
      };
      const { url } = await startNode[kind](results);
      const check = async (expected: string) => {
        const { report } = await runForReport([kind, url, '--allow-private', '--chain-id', expected]);
        return report.findings.map(({ rule }) => rule);
      };
      expect(await check(claim)).not.toContain(`${kind}/network-differs`);
      expect(await check('1')).toContain(`${kind}/network-differs`);
    });

    test('our requests have the form of the recorded ones, and fit the specification', async () => {
      const { calls, url } = await startNode[kind]({
        eth_getBlockByNumber: blocks.find(({ name }) => name === 'get-latest')?.response.result,
      });
      await runForReport([kind, url, '--allow-private', '--chain-id', claim]);
      const { methods, schemas } = readSpecification(clone);
      const ajv = new Ajv2020({ strict: false });
      ajv.addSchema({ $id: 'specification', components: { schemas } });
      const recorded: readonly Exchange[] = [...blocks, ...read('eth_chainId'), ...read('net_version')];
      // The specification has no subscriptions.
      const covered = calls.filter(({ method }) => method !== 'eth_subscribe');
      expect(new Set(covered.map(({ method }) => method))).toEqual(
        new Set(['eth_getBlockByNumber', 'eth_chainId', 'net_version']),
      );
      for (const call of covered) {
        const recordedRequest = recorded.find(({ request }) => request.method === call.method)?.request;
        // A call without parameters may have an empty list of them (JSON-RPC 2.0 section 4.2).
        expect(describeForm(call)).toEqual(describeForm({ params: [], ...recordedRequest }));
        const params = methods.find(({ name }) => name === call.method)?.params ?? [];
        expect(call.params.length).toBe(params.length);
        for (const [at, { schema }] of params.entries()) {
          const text = JSON.stringify(schema).replaceAll('"#/', '"specification#/');
          const validate = ajv.compile(JSON.parse(text) as object);
          expect([call.params[at], validate(call.params[at])]).toEqual([call.params[at], true]);
        }
      }
    });
  });
});

/** The fields of a request, and the types of their values. */
function describeForm(request: object): unknown {
  const entries = Object.entries(request).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? value.map((param) => typeof param) : typeof value,
  ]);
  return Object.fromEntries(entries) as unknown;
}
