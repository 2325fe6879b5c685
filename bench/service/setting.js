import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServe } from '../support/http-servers.js';
import { ask } from '../support/requests.js';
import { createTrust, network, writeRegistry } from '../support/service-registry.js';
import { startStandIn } from '../support/stand-in.js';

/**
 * The size of a run.
 * @typedef {object} Size
 * @property {number} holders
 * @property {number} pageSize Owners of a page of the node.
 * @property {number} blocks
 * @property {number} blockLimit Blocks that the node searches at once.
 * @property {number} seconds How long clients run.
 */

/** The nodes of all sections, and a registry that lists them. @typedef {Awaited<ReturnType<typeof startSetting>>} Setting */
/** A service that runs. @typedef {Awaited<ReturnType<Setting['start']>>} Service */

/** Tokens of many clients. */
export const tokens = Array.from({ length: 30 }, (_, at) => `bench-token-${at}`);

/** @param {Size} size */
export async function startSetting(size) {
  const registry = mkdtempSync(join(tmpdir(), 'endpoint-check-bench-'));
  const { tls, authority, env } = await createTrust(registry);
  const clock = { startedAt: Date.now(), blockMs: 2_000 };
  const cosmos = await startStandIn('cosmos', {
    clock: { ...clock, blocks: 5_000_000 },
    pageSize: size.pageSize,
  });
  const evm = await startStandIn('evm', {
    tls,
    clock: { ...clock, blocks: size.blocks },
    blockLimit: size.blockLimit,
  });
  writeRegistry(registry, [cosmos.port], [evm.port]);
  return {
    size,
    registry,
    cosmos,
    evm,
    authority,
    /**
     * Starts the program of a checkout, with a new database unless there is a file; the node that lists holders has been checked when it is ready.
     * @param {string} checkout
     * @param {string | null} [database]
     */
    start: async (checkout, database = null) => {
      const server = await startServe(registry, tokens.join('\n'), {
        checkout,
        args: ['--allow-private', ...(database === null ? [] : ['--database', database])],
        env,
      });
      /** @param {string} path @param {{ token?: string | undefined, discard?: boolean }} [options] */
      const get = (path, { token = tokens[0], ...options } = {}) =>
        ask(`${server.url}${path}`, token ?? '', options);
      await get(`/v1/${network}/holders?denom=${encodeURIComponent('bench/20/small')}`);
      return { ...server, checkout, get };
    },
    stop: () => Promise.all([cosmos.kill(), evm.kill()]),
  };
}
