import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import type { Fault } from '../faults/fault.js';
import {
  type Outcomes,
  runCast,
  runCurl,
  runGetCurl,
  runGrpcPeers,
  runGrpcWebPeers,
} from '../nodes/peers.js';
import { type ClientName, listClients } from './clients.js';
import { type Command, installClients } from './install-clients.js';

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
export type Clients = Awaited<ReturnType<typeof startClients>>;

/** Starts the clients; they trust the authority of this file. */
export async function startClients(authorityFile: string) {
  const commands = await installClients();
  const running = new Map(
    [...commands].map(([name, command]) => [name, startClient(command, authorityFile)]),
  );
  return {
    /** Resolves to the result of each client of the kind. */
    ask: async (subject: Subject): Promise<Outcomes> => {
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

/** An endpoint for a client to try; `chainId` is the expected chain, null if any will do. */
interface Question {
  readonly kind: string;
  readonly url: string;
  readonly chainId: string | null;
  /** How long the client may wait for an answer. */
  readonly limitMs: number;
}

/** Starts a client that trusts the authority of this file, and tries several endpoints at once. */
function startClient(command: Command, authorityFile: string) {
  let running: ReturnType<typeof start> | null = null;
  return {
    /** Resolves to `ok`, or to the error of the client. */
    ask: async (question: Question) => {
      if (running?.hasEnded !== false) running = start(command, authorityFile);
      const outcome = await running.ask(question);
      if (outcome !== null) return outcome;
      // An error that no caller can catch has ended it, perhaps because of another endpoint: a single one shows this.
      const alone = start(command, authorityFile);
      const aloneOutcome = await alone.ask(question);
      alone.end();
      return aloneOutcome ?? `crash: ${alone.crash}`;
    },
    end: () => running?.end(),
  };
}

function start([program, ...args]: Command, authorityFile: string) {
  const trust = {
    NODE_EXTRA_CA_CERTS: authorityFile,
    REQUESTS_CA_BUNDLE: authorityFile,
    SSL_CERT_FILE: authorityFile,
  };
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, ...trust, NO_PROXY: '*' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (outcome: string | null) => void>();
  let count = 0;
  let hasEnded = false;
  let crash = 'it ended';
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const answer = JSON.parse(line) as { id: number; outcome: string; crash?: string };
    if (answer.crash !== undefined) crash = answer.crash;
    else waiting.get(answer.id)?.(answer.outcome);
    waiting.delete(answer.id);
  });
  // It may end before it has read everything.
  child.stdin?.on('error', () => undefined);
  const finish = () => {
    hasEnded = true;
    for (const settle of waiting.values()) settle(null);
  };
  child.on('error', finish).on('close', finish);
  return {
    /** Resolves to null if the program ends first. */
    ask: (question: Question) =>
      new Promise<string | null>((resolve) => {
        if (hasEnded) return resolve(null);
        const id = ++count;
        waiting.set(id, resolve);
        child.stdin?.write(`${JSON.stringify({ id, ...question })}\n`);
      }),
    end: () => void child.kill(),
    get hasEnded() {
      return hasEnded;
    },
    /** Why it ended by itself. */
    get crash() {
      return crash;
    },
  };
}

/** Resolves to the result of each client of the fault's kind, each at a separate server; `passes` names those that are expected to succeed, if known. */
export async function askFault<Outcome>(
  { kind, rules, chainId, start }: Fault,
  authority: Authority,
  clients: { readonly ask: (subject: Subject) => Promise<Outcome> },
  passes: readonly string[] | null,
): Promise<Outcome> {
  const servers: SandboxServer[] = [];
  const serve = async (starting: Promise<SandboxServer>) => {
    const server = await starting;
    servers.push(server);
    return server.port;
  };
  try {
    return await clients.ask({
      kind,
      chainId: chainId ?? null,
      isPlaintext: rules.includes('grpc/plaintext'),
      // Most of these servers list their services without descriptions.
      isDescribed: false,
      passes,
      open: () => start({ authority, serve }),
    });
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
