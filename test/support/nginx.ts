import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { createDirectory } from './directory.js';
import { findFreePort } from './free-port.js';
import { waitForListener } from './listener.js';

/** Whether nginx is installed here. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/**
 * Starts nginx as a TLS proxy on 127.0.0.1 until the test ends. `location` is the body of `location / { … }`;
 * `listen` what follows the port in `listen`; `http` more lines of `http { … }`. Resolves to the port.
 */
export async function startNginx(
  tls: KeyPair,
  location: string,
  listen = 'ssl http2',
  http = '',
): Promise<number> {
  const port = await findFreePort();
  const directory = await createDirectory({
    'key.pem': tls.key,
    'cert.pem': tls.cert,
    'nginx.conf': `
      daemon off;
      master_process off;
      pid nginx.pid;
      error_log stderr crit;
      events {}
      http {
        access_log off;
        client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        ${http}
        server {
          listen 127.0.0.1:${port} ${listen};
          ssl_certificate cert.pem;
          ssl_certificate_key key.pem;
          ssl_protocols TLSv1.2 TLSv1.3;
          location / { ${location} }
        }
      }`,
  });
  const nginx = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'inherit' });
  const exited = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGKILL');
    await exited;
  });
  await waitForListener(port);
  return port;
}
