/** The parts of a request's target, still percent-encoded. */
export interface RequestTarget {
  readonly path: string;
  /** Null if there is no question mark. */
  readonly query: string | null;
}

/** Splits a target (RFC 9112 section 3.2) without normalizing it: a URL parser would turn `/v1/kava/assets/%2E%2E` into another path. */
export function splitTarget(target: string): RequestTarget {
  const isLocal = target.startsWith('/') && !target.includes('#');
  const local = isLocal ? target : target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  return mark === -1
    ? { path: local, query: null }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** Whether a text is a host with or without a port, as in a Host header (RFC 9110 section 7.2). */
export function isHost(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i.test(text);
}

/** Decodes percent-encoding (RFC 3986 section 2.1); null if it is malformed or not UTF-8. */
export function decodePercent(encoded: string): string | null {
  // Node's parser accepts bytes beyond ASCII, as one character each.
  if (/[^\x21-\x7e]/.test(encoded)) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** Parses a query: the values of each name, in order. A value that cannot be decoded is null. */
export function parseQuery(query: string | null): Map<string, (string | null)[]> {
  const values = new Map<string, (string | null)[]>();
  const decode = (encoded: string) => decodePercent(encoded.replaceAll('+', '%20'));
  for (const pair of (query ?? '').split('&').filter((field) => field !== '')) {
    const [encodedName = '', ...rest] = pair.split('=');
    const name = decode(encodedName) ?? encodedName;
    const value = decode(rest.join('='));
    if (values.get(name)?.push(value) === undefined) values.set(name, [value]);
  }
  return values;
}
