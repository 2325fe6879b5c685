/**
 * Parses a url (WHATWG URL Standard), relative to another if there is one; null if it is malformed. Not by URL.canParse: once Node 20 and 22 have compiled its caller, it
 * rejects letters such as ü, https://github.com/nodejs/node/issues/48816.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
