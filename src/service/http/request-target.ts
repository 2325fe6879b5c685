/** The parts of a request's target as they were sent, percent-encoded. */
export interface RequestTarget {
  readonly path: string;
  /** Null where there is no question mark. */
  readonly query: string | null;
}

/** The longest target that is read, in bytes. */
export const targetLimitBytes = 8 * 1024;

/**
 * Takes a target apart without resolving anything: a parser of urls would make `/v1/kava/assets/%2E%2E` another path. The absolute
 * form is accepted (RFC 9112 section 3.2.2).
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

/** Whether a request has a Host, and a target of the origin or the absolute form (RFC 9112 section 3.2): the parser of requests asks for neither. */
export function isAddressed(target: string, givenHost: string | undefined): boolean {
  return givenHost !== undefined && hostPattern.test(givenHost) && targetPattern.test(target);
}

/** Decodes percent-encoding (RFC 3986 section 2.1); null where it is broken, or no UTF-8. */
export function decodePercent(text: string): string | null {
  // The parser of requests lets bytes beyond ASCII through, each as a character of its own.
  if (/[^\x21-\x7e]/.test(text)) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
