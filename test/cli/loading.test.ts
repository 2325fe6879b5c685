import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { runCli } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { use } from '../support/servers.js';

/** The modules of Node.js and the chunks of the program that a command loads. */
async function listLoaded(args: readonly string[]): Promise<readonly string[]> {
  const list = `
    process.on('exit', () => {
      const own = Object.keys(require.cache).map((file) => 'chunk ' + file.replace(/^.*[\\\\/]|-[\\w-]{8}\\.cjs$/g, ''));
      const builtin = process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13));
      require('node:fs').writeSync(2, JSON.stringify([...own, ...builtin]));
    });`;
  const directory = await createDirectory({
    'list.cjs': list,
    'param.json': formatParam({ grpc: ['grpc.example.com:443'], evm: ['https://evm.example.com'] }),
  });
  const { stderr } = await runCli(args, {
    cwd: directory,
    env: { NODE_OPTIONS: `--require ${resolve(directory, 'list.cjs')}` },
  });
  return JSON.parse(stderr) as string[];
}

// Like --version, it is answered before anything is loaded.
test('--help loads nothing of the commands', async () => {
  const loaded = await listLoaded(['--help']);
  expect(loaded.filter((name) => name.startsWith('chunk ')).sort()).toEqual([
    'chunk cli.cjs',
    'chunk endpoint-check.js',
    'chunk list.cjs',
    'chunk main',
    'chunk rolldown-runtime',
  ]);
  expect(loaded).not.toContain('child_process');
});

test('checking the structure of a file loads no network code and no cryptography', async () => {
  const loaded = await listLoaded(['--no-network', 'param.json']);
  expect(loaded).toContain('chunk check');
  for (const name of ['dns/promises', 'tls', 'http2', 'crypto', 'chunk client'])
    expect(loaded).not.toContain(name);
});

test('checking gRPC loads no HTTP client, and gRPC-web none for gRPC, though both kinds read the same messages', async () => {
  const node = await use(startCosmosNode());
  const proxy = await use(startGrpcWebNode());
  const more = ['--allow-private', '--quiet'];
  const grpc = await listLoaded(['grpc', `localhost:${node.port}`, ...more]);
  const grpcWeb = await listLoaded(['grpc-web', `http://localhost:${proxy.port}`, ...more]);
  expect(grpc).toEqual(expect.arrayContaining(['chunk grpc-calls', 'chunk connection']));
  expect(grpc).not.toContain('chunk http');
  expect(grpcWeb).toEqual(expect.arrayContaining(['chunk grpc-calls', 'chunk http']));
  expect(grpcWeb).not.toContain('chunk connection');
});

test('the HTTP parser is compiled once', async () => {
  const trace = "require('node:v8').setFlagsFromString('--trace-wasm-compilation-times');";
  const directory = await createDirectory({ 'trace.cjs': trace });
  const { port } = await use(startEvmNode());
  const { stdout } = await runCli(['evm', `http://localhost:${port}`, '--allow-private'], {
    env: { NODE_OPTIONS: `--require ${resolve(directory, 'trace.cjs')}` },
  });
  expect(stdout).toContain('1 passed');
  // Liftoff compiles on the first call, TurboFan again after many.
  expect(stdout).toMatch(/^Compiled function .* using Liftoff/m);
  expect(stdout).not.toMatch(/^Compiled function .* using TurboFan/m);
});
