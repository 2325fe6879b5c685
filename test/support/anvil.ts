import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const executable = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs');

/** A real EVM node that can be stopped on the way. */
export interface Anvil {
  readonly port: number;
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Ends it by a signal, and waits until it has ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** Starts anvil, a real EVM node, on a port that the system picks, until the test ends. Resolves to the port. */
export async function startAnvil(...args: string[]): Promise<number> {
  return (await spawnAnvil(0, ...args)).port;
}

/** Starts anvil on a port, until the test ends at the latest. */
export async function spawnAnvil(port: number, ...args: string[]): Promise<Anvil> {
  const node = spawn(process.execPath, [executable, '--port', String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The package starts the node in another process: a group gets the signals of both.
    detached: true,
  });
  const ended = once(node, 'close');
  const signal = (name: NodeJS.Signals) => {
    if (node.pid !== undefined && node.exitCode === null && node.signalCode === null) {
      process.kill(-node.pid, name);
    }
  };
  const end = async (name: NodeJS.Signals) => {
    signal(name);
    await ended;
  };
  onTestFinished(() => end('SIGKILL'));
  for await (const line of createInterface(node.stdout)) {
    const listening = /^Listening on .*:(\d+)/.exec(line)?.[1];
    if (listening !== undefined) return { port: Number(listening), signal, end };
  }
  throw new Error('anvil ended before it listened');
}
