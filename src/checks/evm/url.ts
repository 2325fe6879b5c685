import type { Target } from '../../model/entry.js';
import type { UrlReading } from '../../model/kind.js';
import type { ProblemOf } from '../../model/rule.js';
import { parseHost, parsePort, splitHostPort } from '../../net/address.js';
import { parseUrl } from '../../model/parse-url.js';
import type { EntryData } from '../entry-rules.js';
import { findPlaceholder } from './placeholder.js';

type UrlProblem = ProblemOf<EntryData>;

/** What an EVM entry's url looks like. */
export const evmExample = 'https://evm-rpc.example.com';

/**
 * Reads an https url (WHATWG URL Standard) strictly: nothing that the parser would silently fix is let through. Says all
 * that is wrong with it at once. With `allowPlaintext`, http is read as well.
 */
export function readEvmUrl(
  url: string,
  { allowPlaintext }: { readonly allowPlaintext: boolean },
): UrlReading {
  const usual = readUsual(url);
  if (usual !== null) return { target: usual, problems: [] };
  const trimmed = url.trim();
  if (trimmed === '') return refuse([malformed('it is empty')]);
  const problems: UrlProblem[] = [];
  if (/\s/.test(url)) problems.push({ code: 'entry/url-whitespace', data: { inside: /\s/.test(trimmed) } });

  const [, scheme] = /^([a-z][\da-z+.-]*):\/\//i.exec(trimmed) ?? [];
  // Without a scheme, or with half of one (https:/host), what was meant is read, so that only that is told.
  const whole = scheme === undefined ? `https://${trimmed.replace(/^(https?:?)?[\\/]+/i, '')}` : trimmed;
  const parsed = parseUrl(whole);
  // As it is written: the parser turns 0x7f.1, %61 and letters outside ASCII into what they stand for.
  const [, authority = ''] = /:\/\/([^/?#\\]*)/.exec(whole) ?? [];
  const secure = scheme?.toLowerCase() === 'https';
  if (!secure && !(allowPlaintext && scheme?.toLowerCase() === 'http')) {
    problems.push({
      code: 'entry/url-scheme',
      data: {
        scheme: scheme ?? null,
        expected: 'an https url',
        suggestion:
          parsed === null
            ? evmExample
            : `https://${parsed.host}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`,
      },
    });
  }
  const placeholder = findPlaceholder(trimmed);
  if (placeholder !== null) problems.push({ code: 'entry/url-placeholder', data: { placeholder } });
  if (parsed !== null && authority.includes('@')) {
    problems.push({ code: 'entry/url-credentials', data: { host: parsed.hostname } });
  }
  const reason = placeholder === null ? findFault(trimmed, authority, parsed) : null;
  if (reason !== null) problems.push(malformed(reason));
  return problems.length > 0 || parsed === null
    ? refuse(problems)
    : { target: toTarget(parsed, secure), problems: [] };
}

/** A host in lower case, perhaps a port, and a path without dots, escapes and the like: all that the parser leaves as it is. */
const usualForm = /^https:\/\/([\da-z.-]+)(?::(\d+))?(\/[\w/-]*)?$/;

/** Reads a url in its usual form, without the parser, which takes longest of all that is done for an entry; null for any other. */
function readUsual(url: string): Target | null {
  const [, name = '', digits = '443', path = '/'] = usualForm.exec(url) ?? [];
  const [host, port] = [parseHost(name), parsePort(digits)];
  // The parser looks into international names.
  const isUsual = !name.includes('xn--') && (path === '/' || findPlaceholder(url) === null);
  return host !== null && port !== null && isUsual ? { host, port, path, secure: true } : null;
}

/** What makes a url that is otherwise in order undiallable, null where nothing does. */
function findFault(text: string, authority: string, parsed: URL | null): string | null {
  if (parsed === null) return 'the host or the port is not valid';
  if (text.includes('\\')) return 'it has a backslash';
  if (/[\0-\x1f\x7f]/.test(text)) return 'it has control characters';
  if (parsed.hash !== '' || text.endsWith('#')) return 'it has a fragment, which is never sent';
  const { host, port } = splitHostPort(authority.slice(authority.lastIndexOf('@') + 1));
  const usualHost = parseHost(parsed.hostname);
  if (host === '') return 'the host is missing';
  if (usualHost === null) return `${parsed.hostname} is not a host name`;
  if (host !== usualHost && parseHost(host) !== usualHost)
    return `the host must be written as ${parsed.hostname}`;
  if (port === null || parsePort(port) !== null) return null;
  return `${port === '' ? 'an empty port' : port} is not a port (1 to 65535)`;
}

function toTarget(parsed: URL, secure: boolean): Target {
  const usual = secure ? 443 : 80;
  return {
    host: parseHost(parsed.hostname) ?? '',
    port: parsed.port === '' ? usual : Number(parsed.port),
    path: parsed.pathname + parsed.search,
    secure,
  };
}

function malformed(reason: string): UrlProblem {
  return { code: 'entry/url-malformed', data: { reason, example: evmExample } };
}

function refuse(problems: readonly UrlProblem[]): UrlReading {
  const [first = malformed('it is not a url'), ...rest] = problems;
  return { target: null, problems: [first, ...rest] };
}
