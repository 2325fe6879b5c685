import type { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { failed, success, type Result } from '../model/failure.js';
import { aborted, raceAbort } from './abort.js';
import { findRefusedRange, isDns64Address, isIpAddress } from './address.js';
import { errorCode } from './failure.js';
import { isLoopbackName, loopbackAddresses } from './connect-options.js';
import { limits } from './limits.js';
import { findServerFailure, type NameAnswers, NameServers } from './name-servers.js';

/** Options of a resolver; all but `allowPrivate` are for tests. */
export interface ResolveOptions {
  /** Allows loopback, private and other special addresses. Nothing in a registry can set it. */
  readonly allowPrivate: boolean;
  /** Name servers as `address:port`; by default the system's. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

/** Resolves a host to the addresses that may be connected to. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<Result<readonly string[]>>;

const hostsFile =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts';

/**
 * Creates a resolver that queries each host once: the hosts file first, then A and AAAA records in parallel. IPv4 comes first, since hosted CI
 * machines have no IPv6. Refuses a host unless all its addresses are public unicast, so that a name with a public and a private address is
 * refused; addresses that this machine's resolver made up (DNS64, blocked names) don't count.
 *
 * Queries name servers directly, since getaddrinfo runs on four threads, cannot be cancelled and does not distinguish a name that does not
 * exist from one without addresses. A name that one server does not find is looked up at each of them. Ignores search domains, since a registry
 * lists full names.
 */
export function createResolver(options: ResolveOptions, runSignal: AbortSignal): Resolve {
  const lookups = new Map<string, Promise<Result<readonly string[]>>>();
  const nameServers = new NameServers(options.servers);
  // Names of a private network stay in it.
  const asksPublic = options.servers === undefined && !options.allowPrivate;
  // Read with the first name: a run without names needs no hosts file, and a large run should read it once.
  let hosts: Promise<HostsFile> | undefined;
  const readHostsOnce = () => (hosts ??= readHosts(options.hostsFile ?? hostsFile));
  return async (host, signal) => {
    // The query belongs to the run, not to the first entry, since other entries may wait for it longer.
    let query = lookups.get(host);
    if (query === undefined) {
      query = resolveOnce(host, options.allowPrivate, { nameServers, asksPublic, readHostsOnce }, runSignal);
      lookups.set(host, query);
    }
    const answer = await raceAbort(query, signal);
    if (answer === aborted) return failed('net/dns-failed', { host, code: 'ETIMEOUT' });
    // A failure of the name server proves nothing about the host, so the next entry queries again.
    if (!answer.ok && answer.failure.code === 'net/dns-failed') lookups.delete(host);
    return answer;
  };
}

interface NameSources {
  readonly nameServers: NameServers;
  /** Whether a name that the only server does not find is looked up at a public one. */
  readonly asksPublic: boolean;
  readonly readHostsOnce: () => Promise<HostsFile>;
}

async function resolveOnce(
  host: string,
  allowPrivate: boolean,
  sources: NameSources,
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  const lookup = await findAddresses(host, sources, signal);
  if (!lookup.ok) return lookup;
  const { length: count } = lookup.value;
  const limit = limits.addressesOfName;
  if (count > limit) return failed('net/too-many-addresses', { host, count, limit });
  const isName = !isIpAddress(host);
  const [first = ''] = lookup.value;
  const notPublished = failed('net/dns-failed', { host, code: first });
  // A resolver or hosts file that blocks a name returns only such addresses. Next to others, the name's owner published them.
  if (isName && lookup.value.every((address) => nullAddresses.includes(address))) return notPublished;
  if (allowPrivate) return lookup;
  // Ignored rather than accepted, so never connected to. Alone they prove nothing: the resolver may filter A records, or have failed to query
  // them.
  const published = isName ? lookup.value.filter((address) => !isDns64Address(address)) : lookup.value;
  if (published.length === 0) return notPublished;
  for (const address of published) {
    const range = findRefusedRange(address);
    if (range !== null) return failed('net/blocked-address', { host, address, range });
  }
  return success(published);
}

/** Addresses of blocked names from resolvers such as Pi-hole and AdGuard: https://docs.pi-hole.net/ftldns/blockingmode/. */
const nullAddresses: readonly string[] = ['0.0.0.0', '::'];

async function findAddresses(
  host: string,
  { nameServers, asksPublic, readHostsOnce }: NameSources,
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  if (isIpAddress(host)) return success([host]);
  // RFC 6761 section 6.3: these names are the loopback everywhere.
  if (isLoopbackName(host)) return success(loopbackAddresses);
  // Section 6.4: this name never exists, whatever a resolver answers.
  if (host === 'invalid' || host.endsWith('.invalid'))
    return failed('net/dns-not-found', { host, code: 'ENOTFOUND' });
  const listed = (await readHostsOnce()).get(host) ?? [];
  return listed.length > 0 ? success(listed) : queryNameServers(host, { nameServers, asksPublic }, signal);
}

/** Addresses by name in lower case. */
type HostsFile = ReadonlyMap<string, readonly string[]>;

async function readHosts(file: string): Promise<HostsFile> {
  // A machine may have no hosts file.
  const text = await readFile(file, 'utf8').catch(() => '');
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!isIpAddress(address)) continue;
    for (const name of new Set(names.map((text) => text.toLowerCase()))) {
      hosts.set(name, [...(hosts.get(name) ?? []), address]);
    }
  }
  return hosts;
}

/** Whether a name is in no public domain (RFC 2606, RFC 6762 section 3, RFC 7686, RFC 8375), so that no public server is asked about it. */
export function isSpecialUse(host: string): boolean {
  return /(?:^|\.)(?:example|home\.arpa|internal|invalid|local|onion|test)$/.test(host);
}

async function queryNameServers(
  host: string,
  { nameServers, asksPublic }: Omit<NameSources, 'readHostsOnce'>,
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  const send = (resolver: Resolver) => [resolver.resolve4(host), resolver.resolve6(host)];
  const answers = await nameServers.query(signal, send);
  const addresses = listAddresses(answers);
  if (addresses.length > 0) return success(addresses);
  const serverFailure = answers.map(findServerFailure).find((code) => code !== null);
  if (serverFailure !== undefined) return failed('net/dns-failed', { host, code: serverFailure });
  const exists = answers.every(
    (answer) => answer.status === 'fulfilled' || errorCode(answer.reason) === 'ENODATA',
  );
  const isPublic = asksPublic && !isSpecialUse(host);
  const opinions = await nameServers.queryEach(signal, { asksPublic: isPublic }, send);
  const others = opinions.flatMap(listAddresses);
  if (others.length > 0) return success([...new Set(others)]);
  const agreeing = opinions.filter((opinion) =>
    opinion.every((answer) => findServerFailure(answer) === null),
  );
  return failed('net/dns-not-found', {
    host,
    code: exists ? 'ENODATA' : 'ENOTFOUND',
    ...(agreeing.length < 2 ? { isUnconfirmed: true } : {}),
  });
}

function listAddresses(answers: NameAnswers): readonly string[] {
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
