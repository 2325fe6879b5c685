import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import type { Fault } from '../faults/fault.js';
import type { Subject } from './ask-clients.js';

/** Resolves to the result of each client of the fault's kind, each at a separate server; `passes` names those that are expected to succeed, if known. */
export async function askFault<Outcome>(
  { kind, rules, chainId, start }: Fault,
  authority: Authority,
  clients: { readonly ask: (subject: Subject) => Promise<Outcome> },
  passes: readonly string[] | null,
): Promise<Outcome> {
  const servers: SandboxServer[] = [];
  const serve = async (starting: Promise<SandboxServer>) => {
    const server = await starting;
    servers.push(server);
    return server.port;
  };
  try {
    return await clients.ask({
      kind,
      chainId: chainId ?? null,
      isPlaintext: rules.includes('grpc/plaintext'),
      // Most of these servers list their services without descriptions.
      isDescribed: false,
      passes,
      open: () => start({ authority, serve }),
    });
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
