import { startModule } from './process.js';

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
  const { message, run, send, stop, exited } = await startModule(`${kind}-stand-in`, options);
  return {
    port: message.port,
    readStats: async () => (await run('stats')).stats,
    resetStats: () => send('reset'),
    kill: async () => {
      stop();
      await exited;
    },
  };
}
