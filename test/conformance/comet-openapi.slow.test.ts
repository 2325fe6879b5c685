import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { downloadGoModule } from './go-module.js';
import { describe, expect, test } from 'vitest';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { answerJson, startWebNode, type WebAnswer } from '../../src/sandbox/web-node.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';

/** The releases of CometBFT whose description is read: those of the SDK's lines that nodes run, and the next major one. */
const versions = ['v0.38.23', 'v1.0.1'];

/** The routes of the check. */
type Route = 'status' | 'block' | 'commit';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Responses } } | undefined>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Responses = Readonly<
  Record<
    200 | 500,
    { readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } } }
  >
>;

/** Reads the OpenAPI description of a release's RPC (`rpc/openapi/openapi.yaml` of its module). Never rejects. */
async function readDescription(version: string) {
  const { directory, skipped } = await downloadGoModule('github.com/cometbft/cometbft', version);
  const name = `${version}${skipped}`;
  if (skipped !== '') return { name, skipped, createExample: () => null, listDepartures: () => [] };
  const document = parse(readFileSync(join(directory, 'rpc/openapi/openapi.yaml'), 'utf8')) as OpenApi;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema(document, 'openapi');

  const findSchema = (route: Route, status: 200 | 500 = 200): string => {
    // 1.0 has each route with and without the version (its UPGRADING.md), and describes the former.
    const path = document.paths[`/${route}`] ?? document.paths[`/v1/${route}`];
    if (path === undefined) throw new Error(`no route ${route}`);
    return path.get.responses[status].content['application/json'].schema.$ref;
  };
  const createExample = (schema: Schema): unknown => {
    if (schema.$ref !== undefined) return createExample(resolve(document, schema.$ref));
    if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(createExample));
    if (schema.items !== undefined) return [createExample(schema.items)];
    if (schema.properties === undefined)
      return schema.example ?? { integer: 1, string: '' }[schema.type ?? ''];
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([name, field]) => [name, createExample(field)]));
  };
  return {
    name,
    skipped,
    /** An answer of a route, made of the examples in the description of each field. */
    createExample: (route: Route, status?: 200 | 500) => createExample({ $ref: findSchema(route, status) }),
    /** Where an answer departs from the description of a route: paths, each with what it must be. */
    listDepartures: (route: Route, answer: unknown) => {
      const validate = ajv.compile({ $ref: `openapi${findSchema(route)}` });
      validate(answer);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

function resolve({ components }: OpenApi, reference: string): Schema {
  return components.schemas[reference.replace('#/components/schemas/', '')] ?? {};
}

const descriptions = await Promise.all(versions.map(readDescription));

const block = { chainId: 'cosmoshub-2', blockHeight: 12, blockTime: '2019-04-22T17:01:51.701Z' };
const status = {
  chainId: 'cosmoshub-2',
  moniker: 'moniker-node',
  blockHeight: 1_262_196,
  blockTime: '2019-08-01T11:52:22.818Z',
};
const refused: WebAnswer = { status: 403 };

describe.each(descriptions)(
  'the OpenAPI description of CometBFT $name',
  ({ skipped, createExample, listDepartures }) => {
    const check = async (answers: Partial<Record<Route, WebAnswer>>) => {
      const { port } = await use(
        // A POST to the url itself is for the status.
        startWebNode({}, ({ path }) => answers[(path.slice(1) || 'status') as Route] ?? { status: 404 }),
      );
      const { report } = await runForReport(['rpc', `http://localhost:${port}`, '--allow-private']);
      return { ...report.endpoints[0], findings: report.findings };
    };

    test.skipIf(skipped !== '')('its example of a status is read', async () => {
      const { verdict, facts, findings } = await check({ status: answerJson(createExample('status')) });
      expect([verdict, findings.map(({ rule }) => rule)]).toEqual(['pass', ['http/plaintext', 'rpc/stale']]);
      expect(facts).toMatchObject(status);
    });

    test.skipIf(skipped !== '')('its example of a status is read over a websocket', async () => {
      const { result } = createExample('status') as { readonly result: unknown };
      const answer = ({ id, method }: { readonly id: number; readonly method: string }) =>
        method === 'status' ? JSON.stringify({ jsonrpc: '2.0', id, result }) : undefined;
      const { port } = await use(startCometWebSocket({ answer }));
      const { report } = await runForReport(['ws', `ws://localhost:${port}/websocket`, '--allow-private']);
      expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', facts: status });
    });

    test.skipIf(skipped !== '')(
      'its example of a block is read if the status is refused, and of a commit if the block is too large',
      async () => {
        const large = { body: Buffer.alloc(5 << 20) };
        for (const answers of [
          { status: refused, block: answerJson(createExample('block')) },
          { status: refused, block: large, commit: answerJson(createExample('commit')) },
        ]) {
          const { verdict, facts } = await check(answers);
          expect([verdict, facts]).toMatchObject(['pass', block]);
        }
      },
    );

    test.skipIf(skipped !== '')('its example of an error fails', async () => {
      const { verdict, findings } = await check({ status: answerJson(createExample('status', 500), 500) });
      // An error is a string in the example, but CometBFT sends an object (`RPCError`).
      expect([verdict, findings.map(({ rule }) => rule)]).toEqual(['fail', ['http/status']]);
    });

    test.skipIf(skipped !== '').each(['status', 'block', 'commit'] as const)(
      'the sandbox answers /%s as it describes',
      async (route) => {
        const { port } = await use(startRpcNode());
        const answer = await (await fetch(`http://localhost:${port}/${route}`)).json();
        // It describes a list of transactions, but the block of Go has `{"txs": […]}` (`types.Data`).
        const known = { status: [], block: ['/result/block/data must be array'], commit: [] };
        expect(listDepartures(route, answer)).toEqual(known[route]);
      },
    );
  },
);
