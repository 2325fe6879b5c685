/**
 * Parses a url (WHATWG URL Standard); null where it is malformed. Not by URL.canParse: in Node 20 and 22 it returns false for letters such
 * as ü once V8 has optimised its caller.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
