/** The parts of a request's target, still percent-encoded. */
export interface RequestTarget {
  readonly path: string;
  /** Null if there is no question mark. */
  readonly query: string | null;
}

/** Maximum length of a target in bytes. */
export const targetLimitBytes = 8 * 1024;

/**
 * Splits a target without normalizing it: a URL parser would turn `/v1/kava/assets/%2E%2E` into another path. Accepts the absolute form (RFC
 * 9112 section 3.2.2).
 */
export function splitTarget(target: string): RequestTarget {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  return mark === -1
    ? { path: local, query: null }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

const host = String.raw`(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?`;
const hostPattern = new RegExp(`^${host}$`, 'i');
const targetPattern = new RegExp(String.raw`^(?:https?://${host}(?![^/?#])|(?=/))[^\\?]*(?:\?|$)`, 'i');

/** Whether a text is a host with or without a port, as in a Host header (RFC 9110 section 7.2). */
export function isHost(text: string): boolean {
  return hostPattern.test(text);
}

/** Whether a request has a Host, and a target in origin or absolute form (RFC 9112 section 3.2). Node's parser requires neither. */
export function isAddressed(target: string, hostHeader: string | undefined): boolean {
  return hostHeader !== undefined && isHost(hostHeader) && targetPattern.test(target);
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
