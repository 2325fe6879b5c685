import type { Authority } from '../../src/sandbox/certificates.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import type { Fault } from '../faults/fault.js';
import type { Outcomes } from '../nodes/peers.js';
import type { Clients } from './ask-clients.js';

/** Resolves to what came of each client of the fault's kind, each at a server of its own. */
export async function askFault(
  { kind, rules, chainId, start }: Fault,
  authority: Authority,
  clients: Clients,
): Promise<Outcomes> {
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
      // Most of these servers list their services and describe none.
      isDescribed: false,
      open: () => start({ authority, serve }),
    });
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
