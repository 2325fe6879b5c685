import { readFile } from 'node:fs/promises';
import type { Fault } from '../faults/fault.js';
import { runUndici } from '../faults/undici-peer.js';
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
      const { kind, chainId, open } = subject;
      const names = listClients(kind);
      const [programs, ...answers] = await Promise.all([
        runPrograms(subject, authorityFile),
        ...names.map(async (name) => running.get(name)?.ask({ kind, chainId, url: await open() })),
      ]);
      return Object.fromEntries(names.map((name, i) => [name, answers[i] ?? programs[name] ?? 'not run']));
    },
    end: () => {
      for (const client of running.values()) client.end();
    },
  };
}

/** The clients without a program here. */
async function runPrograms(subject: Subject, authorityFile: string): Promise<Outcomes> {
  const { kind, chainId, isPlaintext, isDescribed, open } = subject;
  switch (kind) {
    case 'grpc':
      return runGrpcPeers(open, {
        authority: isPlaintext ? null : authorityFile,
        schema: isDescribed ? null : 'schemas/cosmos-tendermint.proto',
      });
    case 'evm':
      return {
        ...(await runCurl(await open(), authorityFile)),
        ...(await runCast(kind, await open(), authorityFile, chainId)),
      };
    case 'rpc':
    case 'rest':
      return runGetCurl(kind, await open(), authorityFile);
    case 'peer':
    case 'solana':
      return {};
    case 'grpc-web':
      return runGrpcWebPeers(open, authorityFile);
    case 'ws':
      return runUndiciAt(kind, await open(), authorityFile);
    case 'evm-ws':
      return {
        ...(await runUndiciAt(kind, await open(), authorityFile)),
        ...(await runCast(kind, await open(), authorityFile, chainId)),
      };
  }
}

async function runUndiciAt(kind: 'ws' | 'evm-ws', url: string, authorityFile: string): Promise<Outcomes> {
  const passes = await runUndici(kind, url, await readFile(authorityFile, 'utf8'));
  return { undici: passes.length > 0 ? 'ok' : 'no result' };
}
