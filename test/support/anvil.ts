import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const executable = createRequire(import.meta.url).resolve('@foundry-rs/anvil/bin.mjs');

/** Starts anvil, a real EVM node, on a port that the system picks, until the test ends. Resolves to the port. */
export async function startAnvil(...args: string[]): Promise<number> {
  return (await spawnAnvil(0, ...args)).port;
}

/** Starts anvil on a port, until the test ends at the latest: `signal` may stop it on the way. */
export async function spawnAnvil(port: number, ...args: string[]) {
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
  /** Ends it by a signal, and waits until it has ended. */
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

/** A real EVM node that mines on request. */
export type EvmChain = Awaited<ReturnType<typeof startChain>>;

/** Starts a chain that ends with the test. */
export async function startChain(...args: string[]) {
  const port = await startAnvil('--no-mining', '--order', 'fifo', ...args);
  let id = 0;
  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    const answer = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  const accounts = ((await call('eth_accounts')) as string[]).map((account) => account.toLowerCase());
  const [from] = accounts;
  const send = async (transaction: object) =>
    String(await call('eth_sendTransaction', { from, gas: '0x200000', ...transaction }));
  return {
    port,
    /** Accounts that it signs for, in lower case. */
    accounts,
    call,
    /** Puts a contract on the chain; resolves to its address. */
    deploy: async (bytecode: string) => {
      const hash = await send({ data: bytecode });
      await call('evm_mine');
      const receipt = (await call('eth_getTransactionReceipt', hash)) as { readonly contractAddress: string };
      return receipt.contractAddress.toLowerCase();
    },
    /** Sends transactions that one block then holds, in this order. Resolves to their hashes. */
    mineTogether: async (calls: readonly { readonly to: string; readonly data: string }[]) => {
      const hashes: string[] = [];
      for (const transaction of calls) hashes.push(await send(transaction));
      await call('evm_mine');
      return hashes;
    },
  };
}
