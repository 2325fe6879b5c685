import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { limits } from './limits.js';

/** What keeps this machine from judging anybody: it has no way out, or its name servers know no name at all. */
export type LocalFailure = 'no-route' | 'no-names';

/** What to look at; the internet by default, something nearer in tests. */
export interface ConnectivityOptions {
  /** Name servers as `address:port`; the system's by default. */
  readonly servers?: readonly string[];
  /** An address that a machine with a way out has a route to. No packet is sent there. */
  readonly routeTo?: string;
}

/** a.root-servers.net: its address has lasted for decades. */
const rootServer = '198.41.0.4';
/** Names that exist as long as there are names: a top-level domain's servers, and the one that IANA keeps (RFC 2606). */
const lastingNames = { zone: 'com', host: 'example.com' };

/** Looks whether this machine itself is at fault; null where it has a route and its name servers answer. */
export async function checkConnectivity({
  servers,
  routeTo = rootServer,
}: ConnectivityOptions = {}): Promise<LocalFailure | null> {
  if (!(await hasRoute(routeTo))) return 'no-route';
  const resolver = new Resolver({ timeout: limits.dnsMs / 2, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([
    resolver.resolveNs(lastingNames.zone),
    resolver.resolve4(lastingNames.host),
  ]);
  return answers.some(({ status }) => status === 'fulfilled') ? null : 'no-names';
}

/** The system chooses a route when a datagram socket is connected, and sends nothing. */
function hasRoute(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (found: boolean) => {
      socket.close();
      resolve(found);
    };
    socket.once('error', () => end(false));
    socket.once('connect', () => end(true));
    socket.connect(53, address);
  });
}
