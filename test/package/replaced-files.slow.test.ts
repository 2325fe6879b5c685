import { cp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, createRegistry } from '../support/directory.js';
import {
  probePath,
  readRules,
  readVerdict,
  type SpawnedServer,
  spawnServer,
  spawnService,
} from '../support/spawn-service.js';
import { ask } from '../support/http.js';
import { startSandboxRegistry } from '../support/sandbox-registry.js';
import { use } from '../support/servers.js';

/** Starts a copy of the program, and deletes its files once it listens, as `npm ci` does. */
async function startAndDelete<Server extends SpawnedServer>(
  start: (program: string) => Promise<Server>,
): Promise<Server> {
  const copy = await createDirectory();
  for (const part of ['package.json', 'bin', 'dist', 'schemas'])
    await cp(part, join(copy, part), { recursive: true });
  // The directory of the database driver, before Node 22.13.
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  const server = await start(join(copy, 'bin/endpoint-check.js'));
  onTestFinished(async () => {
    await server.stop();
  });
  for (const part of ['package.json', 'bin', 'dist', 'schemas'])
    await rm(join(copy, part), { recursive: true });
  return server;
}

describe('a process whose files are replaced while it runs continues to work', () => {
  test('serve: every route', async () => {
    const registry = await startSandboxRegistry();
    onTestFinished(registry.close);
    const { url, token } = await startAndDelete((program) =>
      spawnService([registry.directory, '--allow-private'], registry.env, { program }),
    );
    const { report } = await runForReport(['smoke', 'kava', '--base-url', url], {
      env: { ENDPOINT_CHECK_TOKEN: token },
    });
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 10 }, () => 'ok'));
    const get = async (path: string) =>
      (await ask(url, path, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await Promise.all(['/openapi.json', '/metrics', '/healthz'].map(get))).toEqual([200, 200, 200]);
  });

  test('exporter: every kind, also at servers of another kind', async () => {
    const [grpc, evm, rpc, rest, grpcWeb, ws, evmWs] = await Promise.all([
      use(startCosmosNode()),
      use(startEvmNode()),
      use(startRpcNode()),
      use(startRestNode()),
      use(startGrpcWebNode()),
      use(startCometWebSocket()),
      use(startEvmWebSocket()),
    ]);
    const http = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;
    const registry = await createRegistry({
      sandbox: {
        grpc: [`127.0.0.1:${grpc.port}`, `127.0.0.1:${evm.port}`],
        'evm-http-jsonrpc': [http(evm), http(grpc)],
        rpc: [http(rpc), http(grpc), http(evm)],
        rest: [http(rest), http(grpc)],
        'grpc-web': [http(grpcWeb), http(rpc)],
        wss: [`ws://127.0.0.1:${ws.port}/websocket`, `ws://127.0.0.1:${rpc.port}/websocket`],
        'json-rpc-websocket': [`ws://127.0.0.1:${evmWs.port}`, `ws://127.0.0.1:${evm.port}`],
      },
    });
    const options = ['--allow-private', '--retries', '0'];
    const { report } = await runForReport(['check', registry, ...options]);
    expect(new Set(report.endpoints.map(({ kind }) => kind)).size).toBe(7);
    const { url } = await startAndDelete((program) =>
      spawnServer(['exporter', registry, ...options], {}, { program }),
    );
    for (const [at, { kind, url: target, verdict }] of report.endpoints.entries()) {
      const found = report.findings.filter(
        ({ endpoint, rule }) => endpoint === at && !rule.startsWith('chain/'),
      );
      const { status, body } = await ask(url, probePath(kind, target ?? ''));
      expect([status, target, readVerdict(body), readRules(body)]).toEqual([
        200,
        target,
        verdict,
        [...new Set(found.map(({ rule }) => rule))].sort(),
      ]);
    }
  });
});
