import { onTestFinished } from 'vitest';
import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';

/** One way in which an endpoint is broken, or only looks so: a real server, and what the check must say of it. */
export interface Fault {
  readonly name: string;
  readonly kind: 'grpc' | 'evm';
  /** Starts the server until the test ends; resolves to the url to check. */
  readonly start: (authority: Authority) => Promise<string>;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'skipped';
  /** The rules of all findings. */
  readonly rules: readonly string[];
  /** The chain that the entry claims. */
  readonly chainId?: string;
  /** The whole budget; short where the server never ends. */
  readonly timeout?: string;
  /** More arguments. */
  readonly args?: readonly string[];
  /** What grpcurl 1.9 says in its place. */
  readonly grpcurl?: string;
}

/** What a fault is, but for its kind. */
export type FaultOf = Omit<Fault, 'kind'>;

/** Closes the server when the test ends; resolves to its port. */
export async function serve(server: Promise<SandboxServer>): Promise<number> {
  const running = await server;
  onTestFinished(() => running.close());
  return running.port;
}
