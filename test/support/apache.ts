import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { createDirectory } from './directory.js';
import { findFreePort } from './free-port.js';
import { waitForListener } from './listener.js';

/** Where Debian keeps Apache's modules. */
const modules = '/usr/lib/apache2/modules';

/** Whether Apache is installed here, as Debian packages it. */
export const hasApache = spawnSync('apache2', ['-v']).error === undefined;

/** Starts Apache as a TLS proxy on 127.0.0.1 until the test ends. `host` configures its only virtual host. Resolves to the port. */
export async function startApache(tls: KeyPair, host: string): Promise<number> {
  const port = await findFreePort();
  const loaded = ['mpm_event', 'authz_core', 'ssl', 'http2', 'proxy', 'proxy_http', 'proxy_http2'];
  const directory = await createDirectory({
    'key.pem': tls.key,
    'cert.pem': tls.cert,
    'apache.conf': `
      ${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
      ServerName localhost
      PidFile pid
      ErrorLog error.log
      Listen 127.0.0.1:${port}
      <VirtualHost *:${port}>
        SSLEngine on
        SSLCertificateFile cert.pem
        SSLCertificateKeyFile key.pem
        ${host}
      </VirtualHost>`,
  });
  const args = ['-d', directory, '-f', 'apache.conf', '-D', 'FOREGROUND'];
  const apache = spawn('apache2', args, { stdio: 'ignore' });
  const exited = once(apache, 'exit');
  onTestFinished(async () => {
    // Its workers end with it only if it ends them.
    apache.kill('SIGTERM');
    await exited;
  });
  await waitForListener(port);
  return port;
}
