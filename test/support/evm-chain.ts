import { startAnvil } from './anvil.js';

/** A real EVM node that mines on request. */
export interface EvmChain {
  readonly port: number;
  /** Accounts that it signs for, in lower case. */
  readonly accounts: readonly string[];
  call: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** Puts a contract on the chain; resolves to its address. */
  deploy: (bytecode: string) => Promise<string>;
  /** Sends transactions that one block then holds, in this order. Resolves to their hashes. */
  mineTogether: (calls: readonly { readonly to: string; readonly data: string }[]) => Promise<string[]>;
}

/** Starts a chain that ends with the test. */
export async function startChain(...args: string[]): Promise<EvmChain> {
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
    accounts,
    call,
    deploy: async (bytecode) => {
      const hash = await send({ data: bytecode });
      await call('evm_mine');
      const receipt = (await call('eth_getTransactionReceipt', hash)) as { readonly contractAddress: string };
      return receipt.contractAddress.toLowerCase();
    },
    mineTogether: async (calls) => {
      const hashes: string[] = [];
      for (const transaction of calls) hashes.push(await send(transaction));
      await call('evm_mine');
      return hashes;
    },
  };
}
