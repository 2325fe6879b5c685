import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/cache-directory.js';
import { type PeerName, peerVersions } from '../faults/peer-differences.js';

const directories = {
  grpcurl: join(cacheDirectory, `grpcurl-${peerVersions.grpcurl}`),
  buf: join(cacheDirectory, `buf-${peerVersions.buf}`),
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
    const source = `github.com/fullstorydev/grpcurl/cmd/grpcurl@${peerVersions.grpcurl}`;
    await run('go', ['install', source], { env: { ...process.env, GOBIN: directories.grpcurl } });
  }
  if (!existsSync(programs.buf)) {
    await mkdir(directories.buf, { recursive: true });
    const source = `@bufbuild/buf@${peerVersions.buf}`;
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

/** Resolves to the programs that list the services by reflection and get the node's info, each at an address of its own. */
export async function runGrpcPeers(
  open: () => Promise<string>,
  { authority, schema }: GrpcPeerOptions,
): Promise<PeerName[]> {
  const grpcurl = [...(authority === null ? ['-plaintext'] : ['-cacert', authority]), '-max-time', '5'];
  const proto = schema === null ? [] : ['-proto', schema];
  const first = await open();
  const grpcurlPasses =
    (await succeeds(programs.grpcurl, [...grpcurl, '-connect-timeout', '5', first, 'list'])) &&
    (await succeeds(programs.grpcurl, [...grpcurl, ...proto, first, method]));

  const buf = ['curl', '--protocol', 'grpc', '--timeout', '5s'];
  if (authority !== null) buf.push('--cacert', authority);
  const second = `${authority === null ? 'http' : 'https'}://${await open()}`;
  const image = schema === null ? [] : ['--schema', schema];
  const bufPasses =
    (await succeeds(programs.buf, [...buf, '--list-services', second])) &&
    (await succeeds(programs.buf, [...buf, ...image, `${second}/${method}`]));
  return [...(grpcurlPasses ? (['grpcurl'] as const) : []), ...(bufPasses ? (['buf'] as const) : [])];
}

/** Whether curl is installed here. */
export const hasCurl = spawnSync('curl', ['--version']).error === undefined;

const getLatestBlock = '{"jsonrpc":"2.0","method":"eth_getBlockByNumber","params":["latest",false],"id":1}';

/** Resolves to curl if it gets an answer with a result, which is what its users look for. */
export async function runCurl(url: string, authority: string): Promise<PeerName[]> {
  const args = ['-fsS', '--noproxy', '*', '--max-time', '5', '--cacert', authority];
  const headers = ['-H', 'content-type: application/json'];
  const answer = await run('curl', [...args, ...headers, '-d', getLatestBlock, url]);
  return answer !== null && hasResult(answer) ? ['curl'] : [];
}

/** The route of a kind that names the chain, and the field of its answer that has the id. */
const idRoutes = {
  rpc: { route: '/status', field: 'node_info' },
  rest: { route: '/cosmos/base/tendermint/v1beta1/node_info', field: 'default_node_info' },
} as const;

/** Resolves to curl if it gets an answer in which the chain id is where its users look for it. */
export async function runGetCurl(
  kind: keyof typeof idRoutes,
  url: string,
  authority: string,
): Promise<PeerName[]> {
  const { route, field } = idRoutes[kind];
  const args = ['-fsS', '--noproxy', '*', '--max-time', '5', '--cacert', authority];
  const answer = await run('curl', [...args, `${url.replace(/\/$/, '')}${route}`]);
  type Info = Readonly<Record<string, { readonly network?: unknown } | undefined>>;
  const value = parse(answer ?? '') as (Info & { readonly result?: Info | null }) | null;
  const id = (value?.result ?? value)?.[field]?.network;
  return typeof id === 'string' && id !== '' ? ['curl'] : [];
}

/** Resolves to the programs that get the info of a node over gRPC-web, each at an address of its own. */
export async function runGrpcWebPeers(open: () => Promise<string>, authority: string): Promise<PeerName[]> {
  const fields = [
    'content-type: application/grpc-web+proto',
    'accept: application/grpc-web+proto',
    'x-grpc-web: 1',
  ];
  const args = ['-fsS', '--noproxy', '*', '--max-time', '5', '--cacert', authority, '--data-binary', '@-'];
  const headers = fields.flatMap((field) => ['-H', field]);
  // Five zero bytes are the frame of a request without fields.
  const answer = await run('curl', [...args, ...headers, `${await open()}/${method}`], {
    stdin: Buffer.alloc(5),
  });
  const curlPasses = answer !== null && /grpc-status: ?0\b/i.test(answer.slice(answer.lastIndexOf('\0')));

  const buf = [
    'curl',
    '--protocol',
    'grpcweb',
    '--timeout',
    '5s',
    '--schema',
    'schemas/cosmos-tendermint.proto',
  ];
  const url = await open();
  const trust = url.startsWith('https:') ? ['--cacert', authority] : [];
  const bufPasses = await succeeds(programs.buf, [...buf, ...trust, `${url}/${method}`]);

  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  const page = await run(process.execPath, ['test/nodes/connect-web.js', await open()], { env });
  return (['curl', 'buf', 'connect-web'] as const).filter(
    (name) => ({ curl: curlPasses, buf: bufPasses, 'connect-web': page !== null })[name],
  );
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

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return (await run(program, args)) !== null;
}

interface Input {
  readonly stdin?: Buffer;
  readonly env?: NodeJS.ProcessEnv;
}

/** What a program prints, null where it fails. */
function run(program: string, args: readonly string[], { stdin, env }: Input = {}): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { maxBuffer: 1 << 24, ...(env === undefined ? {} : { env }) },
      (error, stdout) => {
        // A program that is not there has no verdict.
        if (error?.code === 'ENOENT') reject(new Error(`${program} is not there`));
        else resolve(error === null ? stdout : null);
      },
    );
    // A program may end before it has read all of it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(stdin);
  });
}
