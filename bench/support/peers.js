import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run, runOrThrow } from './process.js';

const cache = resolve('node_modules/.cache/bench-peers');

/** @param {string} command */
async function isHere(command) {
  const tried = await run(command, ['--version']).catch(() => null);
  return tried !== null;
}

/** The path of grpcurl, built with Go if it is not installed. */
export async function findGrpcurl() {
  if (await isHere('grpcurl')) return 'grpcurl';
  const built = join(cache, 'bin', 'grpcurl');
  if (!existsSync(built)) {
    const module = 'github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3';
    await runOrThrow('go', ['install', module], { env: { GOBIN: join(cache, 'bin') } });
  }
  return built;
}

/** The path of the Go program of `bench/peers/<name>`, which is built again if its source is newer. @param {string} name */
export async function findGoPeer(name) {
  const built = join(cache, 'bin', name);
  const source = resolve('bench/peers', name);
  const isFresh =
    existsSync(built) && ['main.go', 'go.sum'].every((file) => isNewer(built, join(source, file)));
  // Without cgo the resolver of Go queries the name servers, without a thread for each name.
  if (!isFresh)
    await runOrThrow('go', ['build', '-o', built, '.'], { cwd: source, env: { CGO_ENABLED: '0' } });
  return built;
}

/** @param {string} path @param {string} reference */
const isNewer = (path, reference) => statSync(path).mtimeMs > statSync(reference).mtimeMs;

/** The path of the program of an npm package; node runs it, as it runs ours. */
export async function findAjvCli() {
  const directory = join(cache, 'ajv-cli');
  const program = join(directory, 'node_modules', 'ajv-cli', 'dist', 'index.js');
  if (!existsSync(program)) {
    mkdirSync(directory, { recursive: true });
    await runOrThrow('npm', ['install', '--no-save', '--prefix', directory, 'ajv-cli@5.0.0']);
  }
  return program;
}

/** The path of check-jsonschema, in a virtual environment of Python. */
export async function findCheckJsonschema() {
  const directory = join(cache, 'venv');
  const program = join(directory, 'bin', 'check-jsonschema');
  if (!existsSync(program)) {
    await runOrThrow('python3', ['-m', 'venv', directory]);
    await runOrThrow(join(directory, 'bin', 'pip'), ['install', '--quiet', 'check-jsonschema']);
  }
  return program;
}

/**
 * The shell commands that make the calls of the check, one after another.
 * @param {{ kind: string, url: string }} entry
 * @param {{ grpcurl: string, caFile: string, limitS: number }} options
 */
export function formatProbe({ kind, url }, { grpcurl, caFile, limitS }) {
  if (kind === 'grpc') {
    const call = `${grpcurl} -cacert ${caFile} -connect-timeout ${limitS} -max-time ${limitS} ${url}`;
    return `${call} list && ${call} cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`;
  }
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}';
  return `curl -sf --cacert ${caFile} --max-time ${limitS} -H content-type:application/json -d '${body}' ${url}`;
}
