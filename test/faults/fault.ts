import type { EndpointKind } from '../../src/model/endpoint-kind.generated.js';
import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';

/** Resources from which a fault starts its server. */
export interface Lab {
  /** The certificate authority that the check trusts. */
  readonly authority: Authority;
  /** Keeps a server running until the end of the test; resolves to its port. */
  readonly serve: (server: Promise<SandboxServer>) => Promise<number>;
}

/** What the check must report beside verdict and rules, and what it is asked. */
export interface Terms {
  /** The chain that the entry claims. */
  readonly chainId?: string;
  /** The budget of the endpoint; short if the server never completes its answer. */
  readonly timeout?: string;
  /** Set if the check waits for seconds, or much has to be computed. */
  readonly waits?: true;
  /** Further command-line arguments. */
  readonly args?: readonly '--cors'[];
  /** The attempts that must all come to this result; the first one by default. Later ones ask for less, one thing after another. */
  readonly attempts?: readonly number[];
  /** Set if only a run tells the verdict, not the check of the kind. */
  readonly byProgram?: true;
  /** Data of the first rule, in part. */
  readonly data?: object;
  /** Facts, in part. */
  readonly facts?: object;
}

/** One way in which an endpoint is broken, or only looks broken: a real server, and the result that the check must report. */
export interface Fault extends Terms {
  readonly name: string;
  readonly kind: EndpointKind;
  /** Starts the server; resolves to the url to check. */
  readonly start: (lab: Lab) => Promise<string>;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'invalid';
  /** The rules of all findings; the notice about plain http counts only if it is listed. */
  readonly rules: readonly string[];
}

/** A fault without its kind. */
export type FaultOf = Omit<Fault, 'kind'>;

const termNames = ['chainId', 'timeout', 'waits', 'args', 'attempts', 'byProgram', 'data', 'facts'] as const;

/**
 * Makes rows of a kind: from a name, a verdict with its rules such as `pass syncing http/no-cors` (of this kind, unless they have a family), and
 * terms together with what the server does.
 */
export function createRows<Server extends object>(
  kind: EndpointKind,
  start: (server: Server) => Fault['start'],
): (name: string, result: string, server?: Terms & Server) => Fault {
  return (name, result, server) => {
    const [verdict = '', ...rules] = result.split(' ');
    const terms = Object.entries(server ?? {}).filter(([key]) => termNames.some((term) => term === key));
    return {
      ...(Object.fromEntries(terms) as Terms),
      name,
      kind,
      start: start((server ?? {}) as Server),
      verdict: verdict as Fault['verdict'],
      rules: rules.map((rule) => (rule.includes('/') ? rule : `${kind}/${rule}`)),
    };
  };
}
