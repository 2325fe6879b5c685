import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';

/** What a fault's server is made with. */
export interface Lab {
  /** The authority that the check trusts. */
  readonly authority: Authority;
  /** Keeps a server until the end; resolves to its port. */
  readonly serve: (server: Promise<SandboxServer>) => Promise<number>;
}

/** One way in which an endpoint is broken, or only looks so: a real server, and what the check must say of it. */
export interface Fault {
  readonly name: string;
  readonly kind: 'grpc' | 'evm';
  /** Starts the server; resolves to the url to check. */
  readonly start: (lab: Lab) => Promise<string>;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'invalid';
  /** The rules of all findings. */
  readonly rules: readonly string[];
  /** The chain that the entry claims. */
  readonly chainId?: string;
  /** The whole budget; short where the server never ends. */
  readonly timeout?: string;
  /** More arguments. */
  readonly args?: readonly string[];
}

/** What a fault is, but for its kind. */
export type FaultOf = Omit<Fault, 'kind'>;
