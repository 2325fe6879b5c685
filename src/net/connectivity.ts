import { createSocket } from 'node:dgram';
import { NameServers } from './name-servers.js';

/** Why this machine cannot judge any endpoint: it has no route to the internet, or its name servers resolve nothing. */
export type LocalFailure = 'no-route' | 'no-names';

/** What to check; the internet by default, something nearer in tests. */
export interface ConnectivityOptions {
  /** Name servers as `address:port`; the system's by default. */
  readonly servers?: readonly string[];
  /** An address that any machine on the internet has a route to. No packet is sent there. */
  readonly routeTo?: string;
  /** Ends the check early: what it then names is no failure of this machine. */
  readonly signal?: AbortSignal;
}

/** a.root-servers.net, which has had this address since 1997. */
const rootServer = '198.41.0.4';
/** Names that always exist: a top-level domain's servers, and the name that IANA reserves (RFC 2606 section 3). */
const lastingNames = { zone: 'com', host: 'example.com' };

/** Checks whether this machine has a route and working name servers; null where it has both. */
export async function checkConnectivity({
  servers,
  routeTo = rootServer,
  signal = new AbortController().signal,
}: ConnectivityOptions = {}): Promise<LocalFailure | null> {
  if (!(await hasRoute(routeTo))) return 'no-route';
  const answers = await new NameServers(servers).query(signal, (resolver) => [
    resolver.resolveNs(lastingNames.zone),
    resolver.resolve4(lastingNames.host),
  ]);
  return answers.some(({ status }) => status === 'fulfilled') ? null : 'no-names';
}

/** Connecting a datagram socket makes the system choose a route, and sends nothing. */
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
