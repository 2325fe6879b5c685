import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/cache-directory.js';
import { clients, type ClientName } from '../opinions/clients.js';

const directories = {
  grpcurl: join(cacheDirectory, `grpcurl-${clients.grpcurl.version}`),
  buf: join(cacheDirectory, `buf-${clients.buf.version}`),
};
const architecture = process.platform === 'linux' && process.arch === 'arm64' ? 'aarch64' : process.arch;
const programs = {
  grpcurl: join(directories.grpcurl, 'grpcurl'),
  // Not its launcher: that is a program for Node, which takes three times as long as buf itself.
  buf: join(directories.buf, `node_modules/@bufbuild/buf-${process.platform}-${architecture}`, 'bin', 'buf'),
};

/** Installs the other programs, once for this machine. */
export async function installPeers(): Promise<void> {
  const run = promisify(execFile);
  if (!existsSync(programs.grpcurl)) {
    await mkdir(directories.grpcurl, { recursive: true });
    const source = `github.com/fullstorydev/grpcurl/cmd/grpcurl@${clients.grpcurl.version}`;
    await run('go', ['install', source], { env: { ...process.env, GOBIN: directories.grpcurl } });
  }
  if (!existsSync(programs.buf)) {
    await mkdir(directories.buf, { recursive: true });
    const source = `@bufbuild/buf@${clients.buf.version}`;
    await run('npm', ['install', '--no-save', '--prefix', directories.buf, source]);
  }
}

const method = 'cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';

/** Options of the other programs for the gRPC calls that endpoint-check requires. */
export interface GrpcPeerOptions {
  /** The file of the authority to trust; null for plaintext, which needs an option. */
  readonly authority: string | null;
  /** The file that describes GetNodeInfo; null to use reflection for that too. */
  readonly schema: string | null;
}

/** What came of each program: `ok`, or its error. */
export type Outcomes = Readonly<Partial<Record<ClientName, string>>>;

/** The programs that succeed. */
export function listPasses(outcomes: Outcomes): readonly string[] {
  return Object.entries(outcomes).flatMap(([name, outcome]) => (outcome === 'ok' ? [name] : []));
}

/** Lists the services by reflection and gets the node's info with each program, at an address of its own. */
export async function runGrpcPeers(open: () => Promise<string>, options: GrpcPeerOptions): Promise<Outcomes> {
  const [grpcurl, buf] = await Promise.all([
    runGrpcurl(await open(), options),
    runBuf(await open(), options),
  ]);
  return { grpcurl, buf };
}

async function runGrpcurl(address: string, { authority, schema }: GrpcPeerOptions): Promise<string> {
  const options = [...(authority === null ? ['-plaintext'] : ['-cacert', authority]), '-max-time', '5'];
  const proto = schema === null ? [] : ['-proto', schema];
  const list = await run(programs.grpcurl, [...options, '-connect-timeout', '5', address, 'list']);
  return list.error ?? (await run(programs.grpcurl, [...options, ...proto, address, method])).error ?? 'ok';
}

async function runBuf(address: string, { authority, schema }: GrpcPeerOptions): Promise<string> {
  const options = ['curl', '--protocol', 'grpc', '--timeout', '5s'];
  if (authority !== null) options.push('--cacert', authority);
  const url = `${authority === null ? 'http' : 'https'}://${address}`;
  const image = schema === null ? [] : ['--schema', schema];
  const list = await run(programs.buf, [...options, '--list-services', url]);
  return list.error ?? (await run(programs.buf, [...options, ...image, `${url}/${method}`])).error ?? 'ok';
}

/** Whether curl is installed here. */
export const hasCurl = spawnSync('curl', ['--version']).error === undefined;

const getLatestBlock = '{"jsonrpc":"2.0","method":"eth_getBlockByNumber","params":["latest",false],"id":1}';
const curlOptions = ['-fsS', '--noproxy', '*', '--max-time', '5'];

/** Gets the newest block with curl, whose users look for a result. */
export async function runCurl(url: string, authority: string): Promise<Outcomes> {
  const args = [...curlOptions, '--cacert', authority, '-H', 'content-type: application/json'];
  const { output, error } = await run('curl', [...args, '-d', getLatestBlock, url]);
  return { curl: error ?? (hasResult(output) ? 'ok' : 'no result') };
}

/** The route of a kind that names the chain, and the field of its answer that has the id. */
const idRoutes = {
  rpc: { route: '/status', field: 'node_info' },
  rest: { route: '/cosmos/base/tendermint/v1beta1/node_info', field: 'default_node_info' },
} as const;

/** Gets an answer with curl, whose users look for the chain id. */
export async function runGetCurl(
  kind: keyof typeof idRoutes,
  url: string,
  authority: string,
): Promise<Outcomes> {
  const { route, field } = idRoutes[kind];
  const args = [...curlOptions, '--cacert', authority];
  const { output, error } = await run('curl', [...args, `${url.replace(/\/$/, '')}${route}`]);
  type Info = Readonly<Record<string, { readonly network?: unknown } | undefined>>;
  const value = parse(output) as (Info & { readonly result?: Info | null }) | null;
  const id = (value?.result ?? value)?.[field]?.network;
  return { curl: error ?? (typeof id === 'string' && id !== '' ? 'ok' : 'no chain id') };
}

/** Gets the info of a node over gRPC-web with each program, at an address of its own. */
export async function runGrpcWebPeers(open: () => Promise<string>, authority: string): Promise<Outcomes> {
  const [curl, buf] = await Promise.all([
    runGrpcWebCurl(await open(), authority),
    runGrpcWebBuf(await open(), authority),
  ]);
  return { curl, buf };
}

async function runGrpcWebCurl(url: string, authority: string): Promise<string> {
  const fields = [
    'content-type: application/grpc-web+proto',
    'accept: application/grpc-web+proto',
    'x-grpc-web: 1',
  ];
  const args = [...curlOptions, '--cacert', authority, '--data-binary', '@-'];
  const headers = fields.flatMap((field) => ['-H', field]);
  // Five zero bytes are the frame of a request without fields.
  const { output, error } = await run('curl', [...args, ...headers, `${url}/${method}`], Buffer.alloc(5));
  const isOk = /grpc-status: ?0\b/i.test(output.slice(output.lastIndexOf('\0')));
  return error ?? (isOk ? 'ok' : 'no status OK');
}

async function runGrpcWebBuf(url: string, authority: string): Promise<string> {
  const options = ['--protocol', 'grpcweb', '--timeout', '5s', '--schema', 'schemas/cosmos-tendermint.proto'];
  const trust = url.startsWith('https:') ? ['--cacert', authority] : [];
  return (await run(programs.buf, ['curl', ...options, ...trust, `${url}/${method}`])).error ?? 'ok';
}

function hasResult(body: string): boolean {
  return ((parse(body) as { result?: unknown } | null)?.result ?? null) !== null;
}

/** The JSON value of a text, null where it is none. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** What a program prints, and where it fails, its exit status. */
function run(
  program: string,
  args: readonly string[],
  stdin?: Buffer,
): Promise<{ readonly output: string; readonly error: string | null }> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { maxBuffer: 1 << 24 }, (error, stdout) => {
      // A program that is not there has no verdict.
      if (error?.code === 'ENOENT') reject(new Error(`${program} is not there`));
      else resolve({ output: stdout, error: error === null ? null : `exit ${error.code ?? 'early'}` });
    });
    // A program may end before it has read all of it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}
