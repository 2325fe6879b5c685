/** What is wrong with a bearer token (RFC 6750 section 2.1); null for nothing. Never quotes it. */
export function validateToken(token: string): string | null {
  if (token === '') return 'the token is empty';
  if (token.includes(':')) return 'the token contains a colon';
  return /^[\w.~+/-]+=*$/.test(token) ? null : 'the token may contain only letters, digits and - . _ ~ + /';
}

/** A line of a list of tokens. */
export interface TokenLine {
  /** From 1. */
  readonly line: number;
  /** Whose token it is; null where the line has no name. */
  readonly name: string | null;
  readonly token: string;
}

/** Reads a list of tokens, `token` or `name:token` a line; blank lines are ignored. The tokens are not validated. */
export function parseTokenLines(text: string): TokenLine[] {
  return text.split('\n').flatMap((raw, index) => {
    const content = raw.trim();
    if (content === '') return [];
    const colon = content.indexOf(':');
    const name = colon === -1 ? null : content.slice(0, colon).trim();
    return [{ line: index + 1, name, token: content.slice(colon + 1).trim() }];
  });
}

/** Text of a service, which may repeat the token that was sent to it, without the token: as it is, as urls encode it, and as JSON does where it escapes slashes. */
export function hideToken(text: string, token: string): string {
  const forms = [token, encodeURIComponent(token), token.replaceAll('/', '\\/')];
  return forms.reduce((rest, form) => rest.replaceAll(form, () => '*'.repeat(form.length)), text);
}
