import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const executable = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs');

/** Starts anvil, a real EVM node, on a port that the system picks, until the test ends. Resolves to the port. */
export async function startAnvil(...args: string[]): Promise<number> {
  const node = spawn(process.execPath, [executable, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(node, 'exit');
  onTestFinished(async () => {
    node.kill();
    await exited;
  });
  for await (const line of createInterface(node.stdout)) {
    const port = /^Listening on .*:(\d+)/.exec(line)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error('anvil ended before it listened');
}
