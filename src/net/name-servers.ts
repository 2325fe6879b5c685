import { Resolver } from 'node:dns/promises';
import { aborted, raceAbort, withLimit } from './abort.js';
import { errorCode } from './failure.js';
import { limits } from './limits.js';

/** What became of each query: records, or an error with a code of node:dns. */
type NameAnswers = readonly PromiseSettledResult<readonly string[]>[];

/** Makes the queries of one lookup. */
type SendQueries = (resolver: Resolver) => readonly Promise<readonly string[]>[];

/** A resolver that several lookups use. */
interface Shared {
  readonly resolver: Resolver;
  lookups: number;
  inUse: number;
}

/**
 * Lookups that share a resolver and its socket, which cost as much as the lookup itself. Not more: a socket's buffer holds only some
 * hundreds of responses, and who would forge one must guess its port (RFC 5452 section 4.5).
 */
const lookupsPerResolver = 64;

/** Name servers, `address:port`; the system's by default. */
export class NameServers {
  readonly #servers: readonly string[] | undefined;
  #shared: Shared | null = null;

  constructor(servers?: readonly string[]) {
    this.#servers = servers;
  }

  /**
   * Sends queries, within `limits.dnsMs` in all.
   *
   * c-ares passes over a server that does not answer. One that answers with a failure of its own (SERVFAIL, REFUSED) it would pass over
   * too, but for the flag ARES_FLAG_NOCHECKRESP (https://c-ares.org/docs/ares_init_options.html), which Node sets in src/cares_wrap.cc. So
   * the servers are then asked one by one, until one knows the answer, as getaddrinfo and Go do.
   */
  async query(signal: AbortSignal, send: SendQueries): Promise<NameAnswers> {
    const limit = withLimit(signal, limits.dnsMs);
    const shared = this.#take();
    let answers = await ask(shared.resolver, limit.signal, send);
    // Pending queries would keep the process alive; those of other lookups are still waited for.
    if (--shared.inUse === 0) shared.resolver.cancel();
    // The first too: with `rotate` in resolv.conf another may have been asked, and failures are cached (RFC 9520 section 3.2).
    const known = isServerFailure(answers) ? shared.resolver.getServers() : [];
    for (const server of known.length > 1 ? known : []) {
      if (limit.signal.aborted || !isServerFailure(answers)) break;
      const one = new Resolver({ timeout: limits.dnsMs / 2 / (known.length - 1), tries: 1 });
      one.setServers([server]);
      const own = await ask(one, limit.signal, send);
      one.cancel();
      if (!isServerFailure(own)) answers = own;
    }
    limit.clear();
    return answers;
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

/** The answers that come before the signal; the queries of the others go on. */
function ask(resolver: Resolver, signal: AbortSignal, send: SendQueries): Promise<NameAnswers> {
  const queries = send(resolver).map(async (query) => {
    const answer = await raceAbort(query, signal);
    if (answer === aborted) throw Object.assign(new Error('no answer in time'), { code: 'ECANCELLED' });
    return answer;
  });
  return Promise.allSettled(queries);
}

/** Codes that say something about the name. */
const aboutName: readonly string[] = ['ENOTFOUND', 'ENODATA'];

/** The code of a failed query that says nothing about the name; null for any other answer. */
export function findServerFailure(answer: NameAnswers[number]): string | null {
  if (answer.status === 'fulfilled') return null;
  const code = errorCode(answer.reason);
  return aboutName.includes(code) ? null : code;
}

/** Whether no query was answered with records, and one failed without saying anything about the name. */
function isServerFailure(answers: NameAnswers): boolean {
  return (
    answers.every(({ status }) => status === 'rejected') &&
    answers.some((answer) => findServerFailure(answer) !== null)
  );
}
