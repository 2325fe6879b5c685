import { readFileSync } from 'node:fs';
import type { Fault } from '../faults/fault.js';

/** The packages of the clients, which `npm ci` at the top of the repository does not install. */
export const clientsDirectory = 'test/opinions/clients';

/** What pins a client, by where it comes from. */
const pins = {
  npm: { file: 'package.json', write: (name: string) => `"${name}": "` },
  pip: { file: 'requirements.txt', write: (name: string) => `${name}==` },
  go: { file: 'ethclient/go.mod', write: (name: string) => `${name} v` },
} as const;

/** The exact version of a client, from the file that pins it. Throws if it is missing. */
function readVersion(from: keyof typeof pins, name: string): string {
  const { file, write } = pins[from];
  const [, rest] = readFileSync(`${clientsDirectory}/${file}`, 'utf8').split(write(name));
  const version = /^[\d.]+/.exec(rest ?? '')?.[0];
  if (version === undefined) throw new Error(`${file} does not pin ${name}`);
  return version;
}

/** A program that people use instead of endpoint-check, or a library of their wallets, bots and pages. */
export interface Client {
  /** Its exact version; empty if it comes with the machine. */
  readonly version: string;
  readonly kinds: readonly Fault['kind'][];
  /** The program that uses it; null for those that `test/nodes/peers.ts` runs. */
  readonly program: ClientProgram | null;
}

/**
 * A program of `test/opinions/clients/` that tries endpoints until it is stopped, and the packages that it uses: of that directory, or of the
 * repository.
 */
export interface ClientProgram {
  readonly from: 'npm' | 'pip' | 'go' | 'here';
  /** Its file; a directory for Go. */
  readonly file: string;
}

/** All clients, in the order of their columns. */
export const clients = {
  // Lists the services by reflection, and calls GetNodeInfo.
  grpcurl: { version: 'v1.9.4', kinds: ['grpc'], program: null },
  // `buf curl` lists the services by reflection (gRPC alone), and calls GetNodeInfo.
  buf: { version: readVersion('npm', '@bufbuild/buf'), kinds: ['grpc', 'grpc-web'], program: null },
  // Makes the first request of the kind, whose answer has to have a block, a chain id or the status OK.
  curl: { version: '', kinds: ['evm', 'rpc', 'rest', 'grpc-web'], program: null },
  // Reads the newest block and the chain id, which it compares; subscribes to new heads.
  viem: {
    version: readVersion('npm', 'viem'),
    kinds: ['evm', 'evm-ws'],
    program: { from: 'npm', file: 'viem.js' },
  },
  // Detects the network, which it compares, and reads the newest block; subscribes to new heads.
  ethers: {
    version: readVersion('npm', 'ethers'),
    kinds: ['evm', 'evm-ws'],
    program: { from: 'npm', file: 'ethers.js' },
  },
  // Reads the chain id, which is compared, and the newest block; subscribes to new heads.
  web3: {
    version: readVersion('npm', 'web3'),
    kinds: ['evm', 'evm-ws'],
    program: { from: 'npm', file: 'web3.js' },
  },
  // `cast chain-id`, which is compared, `cast block latest`, and over websockets `cast rpc eth_subscribe`.
  cast: { version: readVersion('npm', '@foundry-rs/cast'), kinds: ['evm', 'evm-ws'], program: null },
  // Go-ethereum's client reads the chain id, which is compared, and the newest header; subscribes to new heads.
  ethclient: {
    version: readVersion('go', 'github.com/ethereum/go-ethereum'),
    kinds: ['evm', 'evm-ws'],
    program: { from: 'go', file: 'ethclient' },
  },
  // Reads the status by POST; the chain id is compared; subscribes to new blocks.
  cosmjs: {
    version: readVersion('npm', '@cosmjs/tendermint-rpc'),
    kinds: ['rpc', 'ws'],
    program: { from: 'npm', file: 'cosmjs.js' },
  },
  // Reads `node_info`, compares the chain id, and reads the newest block.
  fetch: { version: '', kinds: ['rest'], program: { from: 'here', file: 'fetch.js' } },
  // Reads `node_info`, compares the chain id, and reads the newest block, both as protobuf messages.
  cosmpy: {
    version: readVersion('pip', 'cosmpy'),
    kinds: ['rest'],
    program: { from: 'pip', file: 'cosmpy_client.py' },
  },
  // Calls GetNodeInfo over its gRPC-web transport.
  'connect-web': { version: '2.2.0', kinds: ['grpc-web'], program: { from: 'here', file: 'connect-web.js' } },
  // Calls GetNodeInfo over its gRPC-web transport for Node, and compares the chain id.
  improbable: {
    version: readVersion('npm', '@improbable-eng/grpc-web'),
    kinds: ['grpc-web'],
    program: { from: 'npm', file: 'improbable.js' },
  },
  // Its WebSocket makes the required call and subscribes; both have a `result`.
  undici: { version: '7.30.2', kinds: ['ws', 'evm-ws'], program: { from: 'here', file: 'undici.js' } },
  // Makes the required call and subscribes; both have a `result`, and no `error`.
  websockets: {
    version: readVersion('pip', 'websockets'),
    kinds: ['ws', 'evm-ws'],
    program: { from: 'pip', file: 'websockets_client.py' },
  },
  // Reads the genesis hash, which is compared, and the newest slot.
  kit: {
    version: readVersion('npm', '@solana/kit'),
    kinds: ['solana'],
    program: { from: 'npm', file: 'kit.js' },
  },
  // The same.
  'solana-web3': {
    version: readVersion('npm', '@solana/web3.js'),
    kinds: ['solana'],
    program: { from: 'npm', file: 'solana-web3.js' },
  },
} as const satisfies Readonly<Record<string, Client>>;

/** The name of a client. */
export type ClientName = keyof typeof clients;

/** The clients of a kind, in order. */
export function listClients(kind: Fault['kind']): readonly ClientName[] {
  return (Object.keys(clients) as ClientName[]).filter((name) =>
    (clients[name].kinds as readonly string[]).includes(kind),
  );
}

/** The results of clients for the faults, as `scripts/record-opinions.ts` records them in `test/faults/opinions.json`. */
export interface Opinions {
  readonly versions: Readonly<Record<ClientName, string>>;
  /** By kind, name of the fault and client: `ok`, or the error of the client. */
  readonly outcomes: Readonly<
    Record<Fault['kind'], Readonly<Record<string, Readonly<Partial<Record<ClientName, string>>>>>>
  >;
}
