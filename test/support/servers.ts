import { afterAll, onTestFinished } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import { createDirectory } from './directory.js';

/** Closes the server when the test ends. */
export async function use<Server extends SandboxServer>(server: Promise<Server>): Promise<Server> {
  const running = await server;
  onTestFinished(() => running.close());
  return running;
}

/** Like `use`, for tests of a file that run together: the servers run until the last one ends. */
export function useInFile(): typeof use {
  const running: SandboxServer[] = [];
  afterAll(() => Promise.all(running.map((server) => server.close())));
  return async (server) => {
    running.push(await server);
    return server;
  };
}

/** An authority for one test, and the environment in which Node trusts it. */
export async function createTrust(
  nameConstraints?: Uint8Array<ArrayBuffer>,
): Promise<Authority & { readonly env: Readonly<Record<string, string>> }> {
  const authority = await createAuthority(undefined, nameConstraints);
  const directory = await createDirectory({ 'authority.pem': authority.cert });
  return { ...authority, env: { NODE_EXTRA_CA_CERTS: `${directory}/authority.pem` } };
}
