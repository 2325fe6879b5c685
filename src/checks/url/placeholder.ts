/** Placeholders for a key, as a whole path segment or query value. */
const words =
  /^(your([-_ ].*|.*(key|token|id|secret))?|(my|insert|enter|put)[-_ ]?(api|project|access|key|token).*|(api|access|project|app|infura|alchemy)[-_ ]?(key|token|id|secret)|key[-_]?here|x{4,}|\*{3,}|\.{3}|…)$/i;

/** The same in capitals only: in lower case they may be the name of a path. */
const capitals = /^(KEY|TOKEN|SECRET|ID)$/;

/**
 * Brackets that templates use; a real endpoint has none in its host, path or query. Between two brackets there is no third one: else the time for a url
 * of opening brackets alone would grow with the square of its length.
 */
const template = /<[^<>]*>|\$?\{[^{}]*\}|\$\{?[A-Za-z_]+|%3C((?!%3C).)*%3E|%7B((?!%7B).)*%7D/i;

/** Finds the placeholder of a template, `${KEY}`: clients know such a url by its `${` and leave it out, but no other. Null without one. */
export function findTemplate(url: string): string | null {
  return /\$\{[A-Za-z_]\w*\}/.exec(url)?.[0] ?? null;
}

/** Finds a placeholder for an API key in a url (`<key>`, `${KEY}`, `YOUR_API_KEY`), null without one. */
export function findPlaceholder(url: string): string | null {
  const bracketed = template.exec(url)?.[0];
  if (bracketed !== undefined) return bracketed;
  const afterHost = url.replace(/^[a-z][\da-z+.-]*:\/\/[^/?#]*/i, '');
  const bare = /\[[^[\]]*\]/.exec(afterHost)?.[0];
  if (bare !== undefined) return bare;
  const [path = '', query = ''] = afterHost.split('?', 2);
  const candidates = [...path.split('/'), ...query.split('&').map((pair) => pair.replace(/^[^=]*=/, ''))];
  return candidates.find((candidate) => words.test(candidate) || capitals.test(candidate)) ?? null;
}
