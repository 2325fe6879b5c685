import { Resolver } from 'node:dns/promises';
import { aborted, raceAbort, withLimit } from './abort.js';
import { errorCode } from './failure.js';
import { limits } from './limits.js';

/** The outcome of each query: records, or an error with a code of node:dns. */
export type NameAnswers = readonly PromiseSettledResult<readonly string[]>[];

type SendQueries = (resolver: Resolver) => readonly Promise<readonly string[]>[];

/** A resolver that several lookups share. */
interface Shared {
  readonly resolver: Resolver;
  lookups: number;
  inUse: number;
}

/**
 * Lookups per resolver and socket, whose creation costs as much as a lookup. Bounded, since a socket's buffer holds only some hundreds of
 * responses, and since forging a response takes guessing the port (RFC 5452 section 4.5).
 */
const lookupsPerResolver = 64;

/** Asked about a name that the only name server of this machine does not find. */
const publicServers: readonly string[] = ['1.1.1.1', '8.8.8.8'];

/** Name servers as `address:port`; by default the system's. */
export class NameServers {
  readonly #servers: readonly string[] | undefined;
  #shared: Shared | null = null;

  constructor(servers?: readonly string[]) {
    this.#servers = servers;
  }

  /**
   * Sends queries, within `limits.dnsMs` in total.
   *
   * c-ares skips a server that does not answer, but returns the failure of one that answers SERVFAIL or REFUSED, since Node sets
   * ARES_FLAG_NOCHECKRESP in src/cares_wrap.cc (https://c-ares.org/docs/ares_init_options.html). So the servers are then queried one by one
   * until one knows the name, as getaddrinfo and Go do.
   */
  async query(signal: AbortSignal, send: SendQueries): Promise<NameAnswers> {
    const limit = withLimit(signal, limits.dnsMs);
    const shared = this.#take();
    let answers = await settle(shared.resolver, limit.signal, send);
    // Pending queries would keep the process alive, but other lookups may still wait for theirs.
    if (--shared.inUse === 0) shared.resolver.cancel();
    // Includes the first server: with `rotate` in resolv.conf another may have been queried, and failures are cached (RFC 9520 section 3.2).
    const servers = isServerFailure(answers) ? shared.resolver.getServers() : [];
    for (const server of servers.length > 1 ? servers : []) {
      if (limit.signal.aborted || !isServerFailure(answers)) break;
      const serverAnswers = await queryServer(
        server,
        limits.dnsMs / 2 / (servers.length - 1),
        limit.signal,
        send,
      );
      if (!isServerFailure(serverAnswers)) answers = serverAnswers;
    }
    limit.clear();
    return answers;
  }

  /** Sends queries to each server by itself; if there is only one and `asksPublic`, to a public one too. Takes half of `limits.dnsMs` at most. */
  async queryEach(
    signal: AbortSignal,
    { asksPublic }: { readonly asksPublic: boolean },
    send: SendQueries,
  ): Promise<readonly NameAnswers[]> {
    const servers = this.#servers ?? new Resolver().getServers();
    const others = asksPublic && servers.length === 1 ? publicServers : [];
    const second = others.filter((server) => !servers.includes(server)).slice(0, 1);
    const all = [...servers, ...second];
    // A single one has just answered.
    if (all.length === 1) return [];
    return Promise.all(all.map((server) => queryServer(server, limits.dnsMs / 2, signal, send)));
  }

  #take(): Shared {
    if (this.#shared === null || this.#shared.lookups === lookupsPerResolver) {
      const resolver = new Resolver({ timeout: limits.dnsMs / 2, tries: 2 });
      if (this.#servers !== undefined) resolver.setServers(this.#servers);
      this.#shared = { resolver, lookups: 0, inUse: 0 };
    }
    this.#shared.lookups += 1;
    this.#shared.inUse += 1;
    return this.#shared;
  }
}

async function queryServer(
  server: string,
  timeoutMs: number,
  signal: AbortSignal,
  send: SendQueries,
): Promise<NameAnswers> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  resolver.setServers([server]);
  const answers = await settle(resolver, signal, send);
  resolver.cancel();
  return answers;
}

/** Waits for answers until the signal aborts. Does not cancel queries. */
function settle(resolver: Resolver, signal: AbortSignal, send: SendQueries): Promise<NameAnswers> {
  const queries = send(resolver).map(async (query) => {
    const answer = await raceAbort(query, signal);
    if (answer === aborted) throw Object.assign(new Error('no answer in time'), { code: 'ECANCELLED' });
    return answer;
  });
  return Promise.allSettled(queries);
}

/** Codes that say something about the name. */
const aboutName: readonly string[] = ['ENOTFOUND', 'ENODATA'];

/** The code of a failed query that says nothing about the name; otherwise null. */
export function findServerFailure(answer: NameAnswers[number]): string | null {
  if (answer.status === 'fulfilled') return null;
  const code = errorCode(answer.reason);
  return aboutName.includes(code) ? null : code;
}

/** Whether no query returned records, and at least one failed without saying anything about the name. */
function isServerFailure(answers: NameAnswers): boolean {
  return (
    answers.every(({ status }) => status === 'rejected') &&
    answers.some((answer) => findServerFailure(answer) !== null)
  );
}
