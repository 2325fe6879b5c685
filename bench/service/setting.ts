import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../src/sandbox/certificates.js';
import type { Stats } from '../support/evm-stand-in.js';
import { pin, program, startModule, startServer } from '../support/process.js';
import { ask } from '../support/requests.js';
import { network, writeServiceRegistry } from '../support/registries.js';
import type { Options, Row } from '../table.js';

/** The size of a run: that of real chains. `pageSize` are owners of a page of the node, `blockLimit` blocks that it searches at once, `seconds` how long clients run. */
const realSize = { holders: 1_000_000, pageSize: 1_000, blocks: 20_000_000, blockLimit: 10_000, seconds: 10 };
const quickSize = { holders: 20_000, pageSize: 500, blocks: 200_000, blockLimit: 1_000, seconds: 2 };

/** The nodes of a bench, and a registry that lists them. */
export type Setting = Awaited<ReturnType<typeof startSetting>>;
/** A service that runs. */
export type Service = Awaited<ReturnType<Setting['start']>>;

/** Tokens of many clients. */
export const tokens = Array.from({ length: 30 }, (_, at) => `bench-token-${at}`);
export const [token = ''] = tokens;

/** The path of a page of holders. */
export const holdersPath = (denom: string) => `/v1/${network}/holders?denom=${encodeURIComponent(denom)}`;

/** Starts `endpoint-check serve` on the core of the servers. */
export const startServe = (
  registry: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) =>
  startServer([process.execPath, program, 'serve', registry, '--port', '0', ...args], {
    env: { ...env, ENDPOINT_CHECK_TOKENS: tokens.join('\n') },
    pinned: true,
  });

/** A bench with nodes of its own, so that none affects the next. */
export function withSetting(measure: (setting: Setting) => Promise<Row[]>) {
  return async ({ quick }: Options) => {
    pin('load');
    const setting = await startSetting(quick ? quickSize : realSize);
    try {
      return await measure(setting);
    } finally {
      setting.stop();
      rmSync(setting.registry, { recursive: true });
    }
  };
}

async function startSetting(size: typeof realSize) {
  const registry = mkdtempSync(join(tmpdir(), 'endpoint-check-bench-'));
  const authority = await createAuthority();
  // The format requires TLS of EVM nodes.
  const tls = await authority.issue({ hosts: ['127.0.0.1'] });
  const caFile = join(registry, 'authority.pem');
  writeFileSync(caFile, authority.cert);
  const clock = { startedAt: Date.now(), blockMs: 2_000 };
  const { pageSize, blocks, blockLimit } = size;
  const cosmos = await startModule('cosmos-stand-in', { clock: { ...clock, blocks: 5_000_000 }, pageSize });
  const evm = await startModule('evm-stand-in', { tls, clock: { ...clock, blocks }, blockLimit });
  writeServiceRegistry(registry, [cosmos.message.port], [evm.message.port]);
  return {
    size,
    registry,
    cosmosPort: cosmos.message.port,
    /** What the EVM node has been asked since the call before. */
    readStats: (): Promise<Stats> => evm.run('stats'),
    /** Starts the service, with a new database unless there is a file; the node that lists holders has been checked when it is ready. */
    start: async (database?: string) => {
      const args = ['--allow-private', ...(database === undefined ? [] : ['--database', database])];
      const server = await startServe(registry, args, { NODE_EXTRA_CA_CERTS: caFile });
      const get = (
        path: string,
        { token: own = token, ...options }: { token?: string | undefined; discard?: boolean } = {},
      ) => ask(`${server.url}${path}`, own, options);
      await get(holdersPath('bench/20/small'));
      return { ...server, get };
    },
    stop: () => [cosmos, evm].forEach((node) => node.stop()),
  };
}
