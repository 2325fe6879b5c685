import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { createDirectory } from './directory.js';
import { findFreePort } from './free-port.js';
import { waitForListener } from './listener.js';

/** Whether Caddy is installed here. */
export const hasCaddy = spawnSync('caddy', ['version']).error === undefined;

/** Starts Caddy as a TLS proxy on 127.0.0.1 until the test ends. `site` configures its only site. Resolves to the port. */
export async function startCaddy(tls: KeyPair, site: string): Promise<number> {
  const port = await findFreePort();
  const directory = await createDirectory({
    'key.pem': tls.key,
    'cert.pem': tls.cert,
    Caddyfile: `
      {
        admin off
        auto_https off
        servers {
          protocols h1 h2
        }
      }
      https://localhost:${port} {
        bind 127.0.0.1
        tls cert.pem key.pem
        ${site}
      }`,
  });
  const caddy = spawn('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: directory,
    // Its own files belong to the test.
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    stdio: 'ignore',
  });
  const exited = once(caddy, 'exit');
  onTestFinished(async () => {
    caddy.kill('SIGKILL');
    await exited;
  });
  await waitForListener(port);
  return port;
}
