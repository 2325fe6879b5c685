import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runOrThrow } from './process.js';
import type { Listed } from './registry.js';

const cache = resolve('node_modules/.cache/bench-peers');

/** The path of grpcurl, which Go builds. */
export async function findGrpcurl() {
  const built = join(cache, 'bin', 'grpcurl');
  const module = 'github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3';
  if (!existsSync(built)) await runOrThrow('go', ['install', module], { env: { GOBIN: join(cache, 'bin') } });
  return built;
}

/** The path of the program of bench/peers/probe-all, which is built again if its source is newer. */
export async function findGoPeer() {
  const [built, cwd] = [join(cache, 'bin', 'probe-all'), resolve('bench/peers/probe-all')];
  const isFresh = existsSync(built) && statSync(built).mtimeMs > statSync(join(cwd, 'main.go')).mtimeMs;
  // Without cgo the resolver of Go queries the name servers, without a thread for each name.
  if (!isFresh) await runOrThrow('go', ['build', '-o', built, '.'], { cwd, env: { CGO_ENABLED: '0' } });
  return built;
}

/** The path of the program of an npm package; node runs it, as it runs ours. */
export async function findAjvCli() {
  const directory = join(cache, 'ajv-cli');
  const path = join(directory, 'node_modules', 'ajv-cli', 'dist', 'index.js');
  if (!existsSync(path)) {
    mkdirSync(directory, { recursive: true });
    await runOrThrow('npm', ['install', '--no-save', '--prefix', directory, 'ajv-cli@5.0.0']);
  }
  return path;
}

/** The path of check-jsonschema, in a virtual environment of Python. */
export async function findCheckJsonschema() {
  const directory = join(cache, 'venv');
  const path = join(directory, 'bin', 'check-jsonschema');
  if (!existsSync(path)) {
    await runOrThrow('python3', ['-m', 'venv', directory]);
    await runOrThrow(join(directory, 'bin', 'pip'), ['install', '--quiet', 'check-jsonschema']);
  }
  return path;
}

/** The shell commands that make the calls of the check, one after another. */
export function formatProbe(
  { kind, url }: Listed,
  { grpcurl, caFile, limitS }: { grpcurl: string; caFile: string; limitS: number },
) {
  if (kind === 'grpc') {
    const call = `${grpcurl} -cacert ${caFile} -connect-timeout ${limitS} -max-time ${limitS} ${url}`;
    return `${call} list && ${call} cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`;
  }
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}';
  return `curl -sf --cacert ${caFile} --max-time ${limitS} -H content-type:application/json -d '${body}' ${url}`;
}
