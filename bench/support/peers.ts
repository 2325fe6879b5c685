import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runOrThrow, type RunOptions } from './process.js';
import type { Listed } from './registries.js';

const cache = resolve('node_modules/.cache/bench-peers');

/** Resolves to a path, once a command has made it where nothing is there. */
async function install(path: string, command: string, args: readonly string[], options?: RunOptions) {
  if (!existsSync(path)) await runOrThrow(command, args, options);
  return path;
}

/** The path of grpcurl, which Go builds. */
export function findGrpcurl() {
  const bin = join(cache, 'bin');
  const module = 'github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3';
  return install(join(bin, 'grpcurl'), 'go', ['install', module], { env: { GOBIN: bin } });
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
export function findAjvCli() {
  const directory = join(cache, 'ajv-cli');
  const path = join(directory, 'node_modules', 'ajv-cli', 'dist', 'index.js');
  return install(path, 'npm', ['install', '--no-save', '--prefix', directory, 'ajv-cli@5.0.0']);
}

/** The path of check-jsonschema, in a virtual environment of Python. */
export function findCheckJsonschema() {
  const venv = join(cache, 'venv');
  const script = `python3 -m venv '${venv}' && '${venv}/bin/pip' install --quiet check-jsonschema`;
  return install(join(venv, 'bin', 'check-jsonschema'), 'sh', ['-c', script]);
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
