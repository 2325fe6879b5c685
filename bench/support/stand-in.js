import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** @typedef {import('./evm-stand-in.js').Stats} Stats */
/**
 * A node in a process of its own.
 * @typedef {object} StandIn
 * @property {number} port
 * @property {() => Promise<Stats>} readStats What an EVM node has been asked since `resetStats`.
 * @property {() => void} resetStats
 * @property {() => Promise<void>} kill Ends it at once (SIGKILL), and waits until it has ended.
 */

/**
 * Starts a stand-in of this directory. It ends with this process.
 * @param {'cosmos' | 'evm'} kind
 * @param {import('./cosmos-stand-in.js').CosmosOptions | import('./evm-stand-in.js').EvmOptions} options
 * @returns {Promise<StandIn>}
 */
export async function startStandIn(kind, options) {
  const child = fork(join(import.meta.dirname, `${kind}-stand-in.js`), [JSON.stringify(options)]);
  const ended = once(child, 'exit');
  const failed = ended.then(() => {
    throw new Error(`the ${kind} stand-in ended before it was ready`);
  });
  failed.catch(() => undefined);
  const [{ port }] = await Promise.race([once(child, 'message'), failed]);
  return {
    port,
    readStats: async () => {
      child.send('stats');
      const [{ stats }] = await once(child, 'message');
      return stats;
    },
    resetStats: () => void child.send('reset'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
