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
export async function runGrpcPeers(
  open: () => Promise<string>,
  { authority, schema }: GrpcPeerOptions,
): Promise<Outcomes> {
  const grpcurl = [...(authority === null ? ['-plaintext'] : ['-cacert', authority]), '-max-time', '5'];
  const proto = schema === null ? [] : ['-proto', schema];
  const first = await open();
  const list = await run(programs.grpcurl, [...grpcurl, '-connect-timeout', '5', first, 'list']);
  const info = list.error ?? (await run(programs.grpcurl, [...grpcurl, ...proto, first, method])).error;

  const buf = ['curl', '--protocol', 'grpc', '--timeout', '5s'];
  if (authority !== null) buf.push('--cacert', authority);
  const second = `${authority === null ? 'http' : 'https'}://${await open()}`;
  const image = schema === null ? [] : ['--schema', schema];
  const bufList = await run(programs.buf, [...buf, '--list-services', second]);
  const bufInfo = bufList.error ?? (await run(programs.buf, [...buf, ...image, `${second}/${method}`])).error;
  return { grpcurl: info ?? 'ok', buf: bufInfo ?? 'ok' };
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
  const fields = [
    'content-type: application/grpc-web+proto',
    'accept: application/grpc-web+proto',
    'x-grpc-web: 1',
  ];
  const args = [...curlOptions, '--cacert', authority, '--data-binary', '@-'];
  const headers = fields.flatMap((field) => ['-H', field]);
  // Five zero bytes are the frame of a request without fields.
  const curl = await run('curl', [...args, ...headers, `${await open()}/${method}`], {
    stdin: Buffer.alloc(5),
  });
  const { output } = curl;
  const isOk = /grpc-status: ?0\b/i.test(output.slice(output.lastIndexOf('\0')));

  const url = await open();
  const options = ['--protocol', 'grpcweb', '--timeout', '5s', '--schema', 'schemas/cosmos-tendermint.proto'];
  const trust = url.startsWith('https:') ? ['--cacert', authority] : [];
  const buf = await run(programs.buf, ['curl', ...options, ...trust, `${url}/${method}`]);

  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  const page = await run(process.execPath, ['test/nodes/connect-web.js', await open()], { env });
  return {
    curl: curl.error ?? (isOk ? 'ok' : 'no status OK'),
    buf: buf.error ?? 'ok',
    'connect-web': page.error ?? 'ok',
  };
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

interface Input {
  readonly stdin?: Buffer;
  readonly env?: NodeJS.ProcessEnv;
}

/** What a program prints, and where it fails, its exit status. */
function run(
  program: string,
  args: readonly string[],
  { stdin, env }: Input = {},
): Promise<{ readonly output: string; readonly error: string | null }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { maxBuffer: 1 << 24, ...(env === undefined ? {} : { env }) },
      (error, stdout) => {
        // A program that is not there has no verdict.
        if (error?.code === 'ENOENT') reject(new Error(`${program} is not there`));
        else resolve({ output: stdout, error: error === null ? null : `exit ${error.code ?? 'early'}` });
      },
    );
    // A program may end before it has read all of it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}
