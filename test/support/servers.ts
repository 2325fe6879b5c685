import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, onTestFinished } from 'vitest';
import { type Authority, createAuthority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import { createDirectory } from './directory.js';
import { waitForListener } from './ports.js';

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

/**
 * Runs a program until the test ends; resolves once it listens at a port, and rejects if it ends before. `endBy` is the signal that ends it: one that
 * has other processes may have to end them.
 */
export async function runListener(
  port: number,
  [program = '', ...args]: readonly string[],
  { endBy = 'SIGKILL', ...options }: SpawnOptions & { readonly endBy?: NodeJS.Signals } = {},
): Promise<void> {
  const child = spawn(program, args, options);
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill(endBy);
    await exited;
  });
  const ended = exited.then(() => Promise.reject(new Error(`${program} has ended`)));
  ended.catch(() => undefined);
  await Promise.race([waitForListener(port), ended]);
}

/** An authority for one test, and the environment in which Node trusts it. */
export async function createTrust(
  nameConstraints?: Uint8Array<ArrayBuffer>,
): Promise<Authority & { readonly env: Readonly<Record<string, string>> }> {
  const authority = await createAuthority(undefined, nameConstraints);
  const directory = await createDirectory({ 'authority.pem': authority.cert });
  return { ...authority, env: { NODE_EXTRA_CA_CERTS: `${directory}/authority.pem` } };
}
