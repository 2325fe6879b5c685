import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';

/** A request and the response that was recorded for it. */
interface Exchange {
  /** The file that holds it, without its ending. */
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>> & {
    readonly method: string;
    readonly params?: readonly unknown[];
  };
  readonly response: { readonly result: unknown };
}

/** The description of a method in the specification (OpenRPC). */
interface Method {
  readonly name: string;
  readonly params: readonly { readonly required?: boolean; readonly schema: object }[];
}

/**
 * Where a clone of https://github.com/ethereum/execution-apis is, empty if none is named. It is in no package, so that it can't be installed
 * on first use as other suites are.
 */
const clone = process.env['EXECUTION_APIS'] ?? '';

/** Reads the exchanges of a method: a comment, `>> ` a request and `<< ` its response (`tests/README` of the clone's tools). */
function readExchanges(method: string): readonly Exchange[] {
  if (clone === '') return [];
  const directory = join(clone, 'tests', method);
  return readdirSync(directory).map((file) => {
    const lines = readFileSync(join(directory, file), 'utf8').split('\n');
    const [request, response, ...more] = lines.filter((line) => /^(>>|<<) /.test(line)).map(parseLine);
    if (more.length > 0) throw new Error(`${file} has more than one exchange`);
    return { name: file.replace('.io', ''), request, response } as Exchange;
  });
}

function parseLine(line: string): unknown {
  return JSON.parse(line.slice('>> '.length));
}

/** Reads the methods of the specification and the schemas that they refer to. */
function readSpecification() {
  const read = (directory: string) => {
    const path = join(clone, 'src', directory);
    return readdirSync(path).map((file) => parse(readFileSync(join(path, file), 'utf8')) as object);
  };
  return {
    methods: read('eth').flatMap((methods) => methods as readonly Method[]),
    schemas: Object.assign({}, ...read('schemas')) as Readonly<Record<string, object>>,
  };
}

const reason = clone === '' ? ' (skipped: EXECUTION_APIS names no clone of it)' : '';

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

describe.skipIf(clone === '')(`the exchanges of ethereum/execution-apis${reason}`, () => {
  const [chainId, networkId] = [readExchanges('eth_chainId')[0], readExchanges('net_version')[0]];
  const blocks = readExchanges('eth_getBlockByNumber');
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
      const { methods, schemas } = readSpecification();
      const ajv = new Ajv2020({ strict: false });
      ajv.addSchema({ $id: 'specification', components: { schemas } });
      const recorded: readonly Exchange[] = [
        ...blocks,
        ...readExchanges('eth_chainId'),
        ...readExchanges('net_version'),
      ];
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
