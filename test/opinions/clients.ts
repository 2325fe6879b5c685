import type { Fault } from '../faults/fault.js';

/** A program that people use instead of endpoint-check, or that their wallets, bots and pages are built on. */
export interface Client {
  /** Its exact version; empty where it comes with the machine. */
  readonly version: string;
  readonly kinds: readonly Fault['kind'][];
  /** What it is asked for, and what counts as success. */
  readonly use: string;
  /** The program that uses it; null for what `test/nodes/peers.ts` and `test/faults/undici-peer.ts` run. */
  readonly program: ClientProgram | null;
}

/** Packages at exact versions, the first of which names the directory that they are installed in, and a file of `test/opinions/clients/`. */
export interface ClientProgram {
  readonly from: 'npm' | 'pip' | 'here';
  readonly packages: readonly string[];
  readonly file: string;
}

const npm = (file: string, ...packages: readonly string[]) => ({ from: 'npm', packages, file }) as const;
const pip = (file: string, ...packages: readonly string[]) => ({ from: 'pip', packages, file }) as const;

/** All clients, in the order of their columns. */
export const clients = {
  grpcurl: {
    version: 'v1.9.4',
    kinds: ['grpc'],
    use: 'lists the services by reflection, and calls GetNodeInfo',
    program: null,
  },
  buf: {
    version: '1.75.0',
    kinds: ['grpc', 'grpc-web'],
    use: '`buf curl` lists the services by reflection (gRPC alone), and calls GetNodeInfo',
    program: null,
  },
  curl: {
    version: '',
    kinds: ['evm', 'rpc', 'rest', 'grpc-web'],
    use: 'makes the first request of the kind, and the answer has a block, a chain id or the status OK',
    program: null,
  },
  viem: {
    version: '2.57.20',
    kinds: ['evm', 'evm-ws'],
    use: 'reads the newest block and the chain id, which it compares; subscribes to new heads',
    program: npm('viem.js', 'viem@2.57.20'),
  },
  ethers: {
    version: '6.17.0',
    kinds: ['evm', 'evm-ws'],
    use: 'detects the network, which it compares, and reads the newest block; subscribes to new heads',
    program: npm('ethers.js', 'ethers@6.17.0'),
  },
  cosmjs: {
    version: '0.39.0',
    kinds: ['rpc', 'ws'],
    use: 'reads the status by POST; the chain id is compared; subscribes to new blocks',
    program: npm('cosmjs.js', '@cosmjs/tendermint-rpc@0.39.0'),
  },
  fetch: {
    version: '',
    kinds: ['rest'],
    use: 'reads `node_info`, compares the chain id, and reads the newest block',
    program: { from: 'here', packages: [], file: 'fetch.js' },
  },
  cosmpy: {
    version: '0.12.2',
    kinds: ['rest'],
    use: 'reads `node_info`, compares the chain id, and reads the newest block, both as protobuf messages',
    program: pip('cosmpy_client.py', 'cosmpy==0.12.2'),
  },
  'connect-web': {
    version: '2.2.0',
    kinds: ['grpc-web'],
    use: 'calls GetNodeInfo over its gRPC-web transport',
    program: { from: 'here', packages: [], file: 'connect-web.js' },
  },
  improbable: {
    version: '0.15.0',
    kinds: ['grpc-web'],
    use: 'calls GetNodeInfo over its gRPC-web transport for Node, and compares the chain id',
    program: npm(
      'improbable.js',
      '@improbable-eng/grpc-web@0.15.0',
      '@improbable-eng/grpc-web-node-http-transport@0.15.0',
      'google-protobuf@3.21.4',
    ),
  },
  undici: {
    version: '7.30.2',
    kinds: ['ws', 'evm-ws'],
    use: 'its WebSocket makes the required call and subscribes; both have a `result`',
    program: null,
  },
  websockets: {
    version: '17.4',
    kinds: ['ws', 'evm-ws'],
    use: 'makes the required call and subscribes; both have a `result`, and no `error`',
    program: pip('websockets_client.py', 'websockets==17.4'),
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
