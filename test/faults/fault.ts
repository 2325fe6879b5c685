import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';

/** Resources from which a fault starts its server. */
export interface Lab {
  /** The certificate authority that the check trusts. */
  readonly authority: Authority;
  /** Keeps a server running until the end of the test; resolves to its port. */
  readonly serve: (server: Promise<SandboxServer>) => Promise<number>;
}

/** One way in which an endpoint is broken, or only looks broken: a real server, and the result that the check must report. */
export interface Fault {
  readonly name: string;
  readonly kind: 'grpc' | 'evm' | 'rpc' | 'rest' | 'grpc-web' | 'ws' | 'evm-ws' | 'peer';
  /** Starts the server; resolves to the url to check. */
  readonly start: (lab: Lab) => Promise<string>;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'invalid';
  /** The rules of all findings. */
  readonly rules: readonly string[];
  /** The chain that the entry claims. */
  readonly chainId?: string;
  /** The budget of the endpoint; short if the server never completes its answer. */
  readonly timeout?: string;
  /** Further command-line arguments. */
  readonly args?: readonly string[];
}

/** A fault without its kind. */
export type FaultOf = Omit<Fault, 'kind'>;
