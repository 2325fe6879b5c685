import { createSocket } from 'node:dgram';
import { NameServers } from './name-servers.js';

/** Why this machine cannot judge any endpoint: no route to the internet, or name servers that resolve nothing. */
export type LocalFailure = 'no-route' | 'no-names';

/** What to check: by default the internet, in tests something local. */
export interface ConnectivityOptions {
  /** Name servers as `address:port`; by default the system's. */
  readonly servers?: readonly string[];
  /** An address to which any machine on the internet has a route. No packet is sent to it. */
  readonly routeTo?: string;
  /** Ends the check early; the result is then meaningless. */
  readonly signal?: AbortSignal;
}

/** a.root-servers.net, whose address has not changed since 1997. */
const rootServer = '198.41.0.4';
/** Names that always exist: the servers of a top-level domain, and a name reserved by IANA (RFC 2606 section 3). */
const permanentNames = { zone: 'com', host: 'example.com' };

/** Checks whether this machine has a route and working name servers; null if it has both. */
export async function checkConnectivity({
  servers,
  routeTo = rootServer,
  signal = new AbortController().signal,
}: ConnectivityOptions = {}): Promise<LocalFailure | null> {
  if (!(await hasRoute(routeTo))) return 'no-route';
  const answers = await new NameServers(servers).query(signal, (resolver) => [
    resolver.resolveNs(permanentNames.zone),
    resolver.resolve4(permanentNames.host),
  ]);
  return answers.some(({ status }) => status === 'fulfilled') ? null : 'no-names';
}

/** Connecting a UDP socket makes the system choose a route, and sends nothing. */
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
