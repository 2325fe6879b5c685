import type { Fault } from '../faults/fault.js';
import {
  type Outcomes,
  runCast,
  runCurl,
  runGetCurl,
  runGrpcPeers,
  runGrpcWebPeers,
} from '../nodes/peers.js';
import { type ClientProcess, startClient } from './client-process.js';
import { type ClientName, listClients } from './clients.js';
import { installClients } from './install-clients.js';

/** The request for clients: an endpoint of a kind. */
export interface Subject {
  readonly kind: Fault['kind'];
  /** The expected chain, null if any will do. */
  readonly chainId: string | null;
  /** Whether gRPC has no TLS there, which its clients need as an option. */
  readonly isPlaintext: boolean;
  /** Whether reflection describes its services; else the clients get the description. */
  readonly isDescribed: boolean;
  /**
   * The clients that are expected to get an answer, all by default: a busy machine may take its time for it. The others may wait for one that never
   * comes. Null if that is to be found out.
   */
  readonly passes?: readonly string[] | null;
  /** Resolves to an unused address, since clients must not share the limits of a node. */
  readonly open: () => Promise<string>;
}

/** The clients that run. */
export interface Clients {
  /** Resolves to the result of each client of the kind. */
  readonly ask: (subject: Subject) => Promise<Outcomes>;
  readonly end: () => void;
}

/** Starts the clients; they trust the authority of this file. */
export async function startClients(authorityFile: string): Promise<Clients> {
  const commands = await installClients();
  const running = new Map<ClientName, ClientProcess>();
  for (const [name, command] of commands) running.set(name, startClient(command, authorityFile));
  return {
    ask: async (subject) => {
      const { kind, chainId, open, passes } = subject;
      const names = listClients(kind);
      const limitOf = (name: ClientName) => chooseLimit(name, passes);
      const [programs, ...answers] = await Promise.all([
        runPrograms(subject, authorityFile, limitOf),
        ...names.map(async (name) =>
          running.get(name)?.ask({ kind, chainId, url: await open(), limitMs: limitOf(name) }),
        ),
      ]);
      return Object.fromEntries(names.map((name, i) => [name, answers[i] ?? programs[name] ?? 'not run']));
    },
    end: () => {
      for (const client of running.values()) client.end();
    },
  };
}

/** How long a client may wait, in milliseconds. On the loopback interface all answers come at once. */
function chooseLimit(name: ClientName, passes: Subject['passes']): number {
  if (passes === null) return 8_000;
  return (passes?.includes(name) ?? true) ? 60_000 : 2_000;
}

/** The clients without a program here. */
async function runPrograms(
  subject: Subject,
  authorityFile: string,
  limitOf: (name: ClientName) => number,
): Promise<Outcomes> {
  const { kind, chainId, isPlaintext, isDescribed, open } = subject;
  switch (kind) {
    case 'grpc':
      return runGrpcPeers(open, {
        limitOf,
        authority: isPlaintext ? null : authorityFile,
        schema: isDescribed ? null : 'schemas/cosmos-tendermint.proto',
      });
    case 'evm':
      return {
        ...(await runCurl(await open(), authorityFile, limitOf('curl'))),
        ...(await runCast(kind, await open(), authorityFile, chainId, limitOf('cast'))),
      };
    case 'rpc':
    case 'rest':
      return runGetCurl(kind, await open(), authorityFile, limitOf('curl'));
    case 'ws':
    case 'peer':
    case 'solana':
      return {};
    case 'grpc-web':
      return runGrpcWebPeers(open, authorityFile, limitOf);
    case 'evm-ws':
      return runCast(kind, await open(), authorityFile, chainId, limitOf('cast'));
  }
}
