import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Command } from './install-clients.js';

/** An endpoint for a client to try; `chainId` is the expected chain, null if any will do. */
export interface Question {
  readonly kind: string;
  readonly url: string;
  readonly chainId: string | null;
  /** How long the client may wait for an answer. */
  readonly limitMs: number;
}

/** A running client, which tries several endpoints at once. */
export interface ClientProcess {
  /** Resolves to `ok`, or to the error of the client. */
  readonly ask: (question: Question) => Promise<string>;
  readonly end: () => void;
}

/** Starts a client that trusts the authority of this file. */
export function startClient(command: Command, authorityFile: string): ClientProcess {
  let running: Running | null = null;
  return {
    ask: async (question) => {
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

interface Running {
  /** Resolves to null if the program ends first. */
  readonly ask: (question: Question) => Promise<string | null>;
  readonly end: () => void;
  readonly hasEnded: boolean;
  /** Why it ended by itself. */
  readonly crash: string;
}

function start([program, ...args]: Command, authorityFile: string): Running {
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
    ask: (question) =>
      new Promise((resolve) => {
        if (hasEnded) return resolve(null);
        const id = ++count;
        waiting.set(id, resolve);
        child.stdin?.write(`${JSON.stringify({ id, ...question })}\n`);
      }),
    end: () => {
      child.kill();
    },
    get hasEnded() {
      return hasEnded;
    },
    get crash() {
      return crash;
    },
  };
}
