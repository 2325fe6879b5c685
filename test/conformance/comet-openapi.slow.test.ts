import { describe, expect, test } from 'vitest';
import { startCometWebSocket } from '../../src/sandbox/comet-websocket.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { answerJson, startWebNode, type WebAnswer } from '../../src/sandbox/web-node.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';
import { cometVersions, readCometDescription, type Route } from './comet-openapi.js';

const descriptions = await Promise.all(
  cometVersions.map(async (version) => {
    const description = await readCometDescription(version);
    return { name: `${version}${description.skipped}`, ...description };
  }),
);

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
