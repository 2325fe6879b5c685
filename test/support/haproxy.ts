import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { createDirectory } from './directory.js';
import { findFreePort } from './free-port.js';
import { waitForListener } from './listener.js';

/** Whether HAProxy is installed here. */
export const hasHaproxy = spawnSync('haproxy', ['-v']).error === undefined;

/**
 * Starts HAProxy as a TLS proxy on 127.0.0.1 until the test ends. `bind` is what follows the certificate in `bind`; `backend` the
 * lines of its only backend. Resolves to the port.
 */
export async function startHaproxy(tls: KeyPair, bind: string, backend: string): Promise<number> {
  const port = await findFreePort();
  const directory = await createDirectory({
    'pair.pem': `${tls.cert}\n${tls.key}`,
    'haproxy.cfg': [
      'defaults',
      '  mode http',
      '  timeout connect 1m',
      '  timeout client 1m',
      '  timeout server 1m',
      'frontend front',
      `  bind 127.0.0.1:${port} ssl crt pair.pem ${bind}`,
      '  default_backend back',
      'backend back',
      ...backend.split('\n').map((line) => `  ${line.trim()}`),
      '',
    ].join('\n'),
  });
  const haproxy = spawn('haproxy', ['-db', '-q', '-C', directory, '-f', 'haproxy.cfg'], { stdio: 'ignore' });
  const exited = once(haproxy, 'exit');
  onTestFinished(async () => {
    haproxy.kill('SIGKILL');
    await exited;
  });
  await waitForListener(port);
  return port;
}
