import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/packages.js';
import { clients, type ClientName } from '../opinions/clients.js';
import { locateClients } from '../opinions/install-clients.js';

const grpcurlDirectory = join(cacheDirectory, `grpcurl-${clients.grpcurl.version}`);
/** Where grpcurl is, once it is installed. @public */
export const grpcurlPath = join(grpcurlDirectory, 'grpcurl');
const modules = join(locateClients('npm'), 'node_modules');
const isLinuxArm = process.platform === 'linux' && process.arch === 'arm64';
const castArchitecture = process.arch === 'x64' ? 'amd64' : process.arch;
// Not their launchers: those are Node programs, which take three times as long as the actual ones.
const programs = {
  grpcurl: grpcurlPath,
  buf: join(
    modules,
    `@bufbuild/buf-${process.platform}-${isLinuxArm ? 'aarch64' : process.arch}`,
    'bin',
    'buf',
  ),
  cast: join(modules, `@foundry-rs/cast-${process.platform}-${castArchitecture}`, 'bin', 'cast'),
};

/** Installs grpcurl, once for this machine; the other programs are among the clients. */
export async function installPeers(): Promise<void> {
  if (existsSync(programs.grpcurl)) return;
  await mkdir(grpcurlDirectory, { recursive: true });
  const source = `github.com/fullstorydev/grpcurl/cmd/grpcurl@${clients.grpcurl.version}`;
  await promisify(execFile)('go', ['install', source], { env: { ...process.env, GOBIN: grpcurlDirectory } });
}

const method = 'cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';

/** How long a client may take, in milliseconds. */
type LimitOf = (name: ClientName) => number;

/** Options of the other programs for the gRPC calls that endpoint-check requires. */
export interface GrpcPeerOptions {
  readonly limitOf: LimitOf;
  /** The file of the authority to trust; null for plaintext, which needs an option. */
  readonly authority: string | null;
  /** The file that describes GetNodeInfo; null to use reflection for that too. */
  readonly schema: string | null;
}

/** The result of each program: `ok`, or its error. */
export type Outcomes = Readonly<Partial<Record<ClientName, string>>>;

/** The programs that succeed. */
export function listPasses(outcomes: Outcomes): readonly string[] {
  return Object.entries(outcomes).flatMap(([name, outcome]) => (outcome === 'ok' ? [name] : []));
}

/** Lists the services by reflection and gets the node's info with each program, at separate addresses. */
export async function runGrpcPeers(open: () => Promise<string>, options: GrpcPeerOptions): Promise<Outcomes> {
  const [grpcurl, buf] = await Promise.all([
    runGrpcurl(await open(), options),
    runBuf(await open(), options),
  ]);
  return { grpcurl, buf };
}

async function runGrpcurl(address: string, { authority, schema, limitOf }: GrpcPeerOptions): Promise<string> {
  const limit = `${limitOf('grpcurl') / 1_000}`;
  const options = [...(authority === null ? ['-plaintext'] : ['-cacert', authority]), '-max-time', limit];
  const proto = schema === null ? [] : ['-proto', schema];
  const list = await run(programs.grpcurl, [...options, '-connect-timeout', limit, address, 'list']);
  return list.error ?? (await run(programs.grpcurl, [...options, ...proto, address, method])).error ?? 'ok';
}

async function runBuf(address: string, { authority, schema, limitOf }: GrpcPeerOptions): Promise<string> {
  const options = ['curl', '--protocol', 'grpc', '--timeout', `${limitOf('buf')}ms`];
  if (authority !== null) options.push('--cacert', authority);
  const url = `${authority === null ? 'http' : 'https'}://${address}`;
  const image = schema === null ? [] : ['--schema', schema];
  const list = await run(programs.buf, [...options, '--list-services', url]);
  return list.error ?? (await run(programs.buf, [...options, ...image, `${url}/${method}`])).error ?? 'ok';
}

/** Whether curl is installed here. */
export const hasCurl = spawnSync('curl', ['--version']).error === undefined;

const getLatestBlock = '{"jsonrpc":"2.0","method":"eth_getBlockByNumber","params":["latest",false],"id":1}';
const curlOptions = (authority: string, limitMs: number) => [
  ...['-fsS', '--noproxy', '*'],
  ...['--max-time', `${limitMs / 1_000}`],
  ...['--cacert', authority],
];

/** Gets the newest block with curl, whose users need a result. */
export async function runCurl(url: string, authority: string, limitMs: number): Promise<Outcomes> {
  const args = [...curlOptions(authority, limitMs), '-H', 'content-type: application/json'];
  const { output, error } = await run('curl', [...args, '-d', getLatestBlock, url]);
  return { curl: error ?? (hasResult(output) ? 'ok' : 'no result') };
}

/** Gets the chain id and the newest block with cast, and over websockets subscribes to new heads, each at a separate address. */
export async function runCast(
  kind: 'evm' | 'evm-ws',
  url: string,
  authority: string,
  chainId: string | null,
  limitMs: number,
): Promise<Outcomes> {
  const cast = async (...args: readonly string[]) => {
    const options = ['--no-proxy', '--rpc-timeout', `${limitMs / 1_000}`, '--rpc-url', url];
    const { output, error, message } = await run(programs.cast, [...args, ...options], {
      env: { SSL_CERT_FILE: authority, NO_COLOR: '1', RUST_LOG: 'off' },
      timeoutMs: limitMs,
    });
    return error === null
      ? { output }
      : { output: null, error: `${error} ${describeCastError(message)}`.trimEnd() };
  };
  const id = await cast('chain-id');
  if (id.output === null) return { cast: id.error };
  if (chainId !== null && BigInt(id.output) !== BigInt(chainId)) {
    return { cast: `the chain is ${id.output.trim()}` };
  }
  for (const call of kind === 'evm' ? [newestBlock] : [newestBlock, newHeads]) {
    const { output, error } = await cast(...call);
    if (output === null) return { cast: error };
  }
  return { cast: 'ok' };
}

const newestBlock = ['block', 'latest'];
const newHeads = ['rpc', 'eth_subscribe', 'newHeads'];

/** The beginning of an error, which is the same in each run. */
function describeCastError(message: string): string {
  return message
    .replace(/^Error: /, '')
    .replaceAll(/(localhost|127\.0\.0\.1|\[::1\]):\d+/g, '$1:PORT')
    .slice(0, 100);
}

/** The route of a kind with the chain id, and the field of its answer that has it. */
const idRoutes = {
  rpc: { route: '/status', field: 'node_info' },
  rest: { route: '/cosmos/base/tendermint/v1beta1/node_info', field: 'default_node_info' },
} as const;

/** Gets an answer with curl, whose users need the chain id. */
export async function runGetCurl(
  kind: keyof typeof idRoutes,
  url: string,
  authority: string,
  limitMs: number,
): Promise<Outcomes> {
  const { route, field } = idRoutes[kind];
  const args = curlOptions(authority, limitMs);
  const { output, error } = await run('curl', [...args, `${url.replace(/\/$/, '')}${route}`]);
  type Info = Readonly<Record<string, { readonly network?: unknown } | undefined>>;
  const value = parse(output) as (Info & { readonly result?: Info | null }) | null;
  const id = (value?.result ?? value)?.[field]?.network;
  return { curl: error ?? (typeof id === 'string' && id !== '' ? 'ok' : 'no chain id') };
}

/** Gets the info of a node over gRPC-web with each program, at separate addresses. */
export async function runGrpcWebPeers(
  open: () => Promise<string>,
  authority: string,
  limitOf: LimitOf,
): Promise<Outcomes> {
  const [curl, buf] = await Promise.all([
    runGrpcWebCurl(await open(), authority, limitOf('curl')),
    runGrpcWebBuf(await open(), authority, limitOf('buf')),
  ]);
  return { curl, buf };
}

async function runGrpcWebCurl(url: string, authority: string, limitMs: number): Promise<string> {
  const fields = [
    'content-type: application/grpc-web+proto',
    'accept: application/grpc-web+proto',
    'x-grpc-web: 1',
  ];
  const args = [...curlOptions(authority, limitMs), '--data-binary', '@-'];
  const headers = fields.flatMap((field) => ['-H', field]);
  // Five zero bytes are the frame of a request without fields.
  const { output, error } = await run('curl', [...args, ...headers, `${url}/${method}`], {
    stdin: Buffer.alloc(5),
  });
  const isOk = /grpc-status: ?0\b/i.test(output.slice(output.lastIndexOf('\0')));
  return error ?? (isOk ? 'ok' : 'no status OK');
}

async function runGrpcWebBuf(url: string, authority: string, limitMs: number): Promise<string> {
  const options = ['--protocol', 'grpcweb', '--timeout', `${limitMs}ms`];
  const schema = ['--schema', 'schemas/cosmos-tendermint.proto'];
  const trust = url.startsWith('https:') ? ['--cacert', authority] : [];
  return (
    (await run(programs.buf, ['curl', ...options, ...schema, ...trust, `${url}/${method}`])).error ?? 'ok'
  );
}

function hasResult(body: string): boolean {
  return ((parse(body) as { result?: unknown } | null)?.result ?? null) !== null;
}

/** The JSON value of a text, null if it is none. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The output of a program; if it fails, its exit status and the first line of its standard error. */
function run(
  program: string,
  args: readonly string[],
  { stdin, env, timeoutMs = 0 }: RunOptions = {},
): Promise<{ readonly output: string; readonly error: string | null; readonly message: string }> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 1 << 24, timeout: timeoutMs, env: { ...process.env, ...env } };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      // A missing program has no verdict.
      if (error?.code === 'ENOENT') reject(new Error(`${program} is not there`));
      else {
        const ending = error?.killed === true ? 'no answer' : `exit ${error?.code ?? 'early'}`;
        const status = error === null ? null : ending;
        resolve({ output: stdout, error: status, message: stderr.split('\n', 1)[0] ?? '' });
      }
    });
    // A program may end before it has read everything.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}

interface RunOptions {
  readonly stdin?: Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the program; zero for never. */
  readonly timeoutMs?: number;
}
