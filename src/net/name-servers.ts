import { Resolver } from 'node:dns/promises';
import { withLimit } from './abort.js';
import { errorCode } from './failure.js';
import { limits } from './limits.js';

/** What became of each query: records, or an error with a code of node:dns. */
type NameAnswers = readonly PromiseSettledResult<readonly string[]>[];

/**
 * Sends queries to name servers (`address:port`; the system's by default), within `limits.dnsMs` in all.
 *
 * c-ares passes over a server that does not answer. One that answers with a failure of its own (SERVFAIL, REFUSED) it would pass over too,
 * but for the flag ARES_FLAG_NOCHECKRESP (https://c-ares.org/docs/ares_init_options.html), which Node sets in src/cares_wrap.cc. So the
 * servers are then asked one by one, until one knows the answer, as getaddrinfo and Go do.
 */
export async function queryNameServers(
  servers: readonly string[] | undefined,
  signal: AbortSignal,
  send: (resolver: Resolver) => readonly Promise<readonly string[]>[],
): Promise<NameAnswers> {
  const limit = withLimit(signal, limits.dnsMs);
  const ask = (resolver: Resolver): Promise<NameAnswers> => {
    const cancel = () => resolver.cancel();
    limit.signal.addEventListener('abort', cancel, { once: true });
    const answers = Promise.allSettled(send(resolver));
    if (limit.signal.aborted) cancel();
    return answers;
  };
  const all = new Resolver({ timeout: limits.dnsMs / 2, tries: 2 });
  if (servers !== undefined) all.setServers(servers);
  const known = all.getServers();
  let answers = await ask(all);
  // The first too: with `rotate` in resolv.conf another may have been asked, and failures are cached (RFC 9520 section 3.2).
  for (const server of known.length > 1 ? known : []) {
    if (limit.signal.aborted || !isServerFailure(answers)) break;
    const one = new Resolver({ timeout: limits.dnsMs / 2 / (known.length - 1), tries: 1 });
    one.setServers([server]);
    const own = await ask(one);
    if (!isServerFailure(own)) answers = own;
  }
  limit.clear();
  return answers;
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
