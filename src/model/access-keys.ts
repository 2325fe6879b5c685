/**
 * Addresses, which are public: of contracts of EVM chains, and in bech32 (BIP 173) of those of CosmWasm, 32 bytes long, and of IOTA's chains,
 * which have one byte more for its type (TIP-31).
 */
const publicAddress = /^(?:0x[\da-f]{40}|[a-z]+1[ac-hj-np-z02-9]{58,59})$/i;

/** A word, a number, or a word with a number such as `v2` or `erc20`. */
const word = /^(?:[a-z]*\d{0,4}|\d+)$/i;

/** What a query parameter that carries a key is called: `apikey`, `access_token`, `x-api-key`. */
const keyName = /(?:key|token|secret|auth|password)$/i;

/**
 * Parts of a path that show that what follows is public: the blockchain in the API of AvalancheGo and in its gateway, the devnet or fork of a service
 * that makes them, and Lava's page that refers its users.
 */
const publicPart = /\/(?:ext\/bc|subnets|devnet|fork)(?:\/[\w-]+)+|\/lava-referer-[\w-]+/;

/** A host that names a devnet, whose operators publish one path for all: its coins are worth nothing. */
const devnetHost = /(?:^|[.-])devnet\d*(?=[.-])/;

/** Characters in a row that can make up a key. */
const runs = /[\w.~-]{16,}/g;

/**
 * True for a run of such characters that may be a key: 16 or more that mix digits and letters, and are no public address.
 * Good enough to hide it; paths such as `ethereum-mainnet-v1` pass too.
 */
export function isPossibleKey(run: string): boolean {
  return run.length >= 16 && /\d/.test(run) && /[a-z]/i.test(run) && !publicAddress.test(run);
}

/**
 * Where the path and query of a url hold an access key: in the path, or in which query parameter; null if they hold none. Neither what `isPossibleKey`
 * refuses is a key, nor a path of words and numbers, nor the path of a devnet.
 */
export function findKey(pathAndQuery: string, host = ''): { readonly parameter: string | null } | null {
  const [path = '', query = ''] = pathAndQuery.split(/\?(.*)/s, 2);
  if (!devnetHost.test(host) && holdsKey(path.replace(publicPart, ''))) return { parameter: null };
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    if (holdsKey(value) || (value !== '' && keyName.test(name))) return { parameter: name };
    // A key may be all that the query holds.
    if (holdsKey(name)) return { parameter: null };
  }
  return null;
}

function holdsKey(text: string): boolean {
  const candidates = text.match(runs) ?? [];
  return candidates.some(
    (run) => isPossibleKey(run) && !run.split(/[-_.~]/).every((part) => word.test(part)),
  );
}

// Untrusted text of any length arrives here, so it is read in linear time: word by word, and each url by its delimiters. No pattern below has a
// quantifier whose failed match restarts at the next character.

/**
 * Masks what may be a key in the urls of a text, with any scheme, or with a path and no scheme: logins, the values of query parameters, and what
 * looks random after the host. Slashes may be escaped, as in JSON. Keeps the length, so that columns stay valid.
 */
export function maskKeys(text: string): string {
  return text.replaceAll(words, (word) => maskWord(word, hide));
}

export const words = /[^\s"'<>]+/g;

export type Hide = (part: string) => string;

export function maskWord(word: string, hidePart: Hide): string {
  const masked = word.includes('@') ? maskLogins(word) : word;
  return /[/?]/.test(masked) ? maskUrl(masked, hidePart) : masked;
}

/** Masks `name:password` before an `@` and a host, if no scheme marks it as a url. */
function maskLogins(word: string): string {
  return word.replaceAll(/[^/@]+@?/g, (part, at: number) => {
    if (!part.endsWith('@') || !/[\w[]/.test(word.charAt(at + part.length))) return part;
    // In a path, as in org/image:tag@sha256, a name begins only after a character that no path segment begins with.
    const login = word.charAt(at - 1) === '/' ? part.search(/[^\w+.-]/) + 1 : 0;
    const name = login + part.slice(login).search(/[^:]/);
    const colon = part.indexOf(':', name);
    return colon === -1 || colon === part.length - 2
      ? part
      : `${part.slice(0, name)}${hide(part.slice(name, -1))}@`;
  });
}

/** Masks the url in a word. A url ends with its word. */
function maskUrl(word: string, hidePart: Hide): string {
  const hostAt = findHost(word);
  if (hostAt === null) return word;
  const pathAt = findNext(word, /[\\/?#]/g, hostAt);
  const queryAt = findNext(word, /\?/g, pathAt);
  const passwordEnd = Math.max(hostAt, word.slice(0, pathAt).lastIndexOf('@'));
  return (
    word.slice(0, hostAt) +
    hide(word.slice(hostAt, passwordEnd)) +
    word.slice(passwordEnd, pathAt) +
    hideKeys(word.slice(pathAt, queryAt), hidePart) +
    word.slice(queryAt).replaceAll(/[^&#]+/g, (pair) => hideValue(pair, hidePart))
  );
}

/** Start of the host, or of the login before it, in the first url of a word; null if there is no url. */
function findHost(word: string): number | null {
  for (const { 0: run, index } of word.matchAll(/[\w+.-]+/g)) {
    const end = index + run.length;
    const slashes = matchAt(/:(?:\\?\/)+/y, word, end);
    if (slashes !== null) return end + slashes.length;
    const isHost = /^[\w-]+(?:\.[\w-]+)+$/.test(run);
    if (isHost && matchAt(/(?::\d+)?(?:\\?\/|\?)/y, word, end) !== null) return index;
  }
  return null;
}

function matchAt(sticky: RegExp, text: string, index: number): string | null {
  sticky.lastIndex = index;
  return sticky.exec(text)?.[0] ?? null;
}

/** Start of the first match from an index on; the end of the text if there is none. */
function findNext(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Parameters of the query API that never contain a key. */
const knownParameters =
  /^\??(?:address|contract_address|token_type|denom|keyword|sort|page|offset|limit|start_block|end_block|topics)$/;

/** A template, by which clients know that a key is missing, is no key. */
const template = /^\$\{[A-Za-z_]\w*\}$/;

/** Masks the value of a query parameter; in those of the query API, only what looks like a key and is not a public hash. */
function hideValue(pair: string, hidePart: Hide): string {
  const at = pair.indexOf('=') + 1;
  if (at === 0) return hideKeys(pair, hidePart);
  const name = pair.slice(0, at - 1);
  const value = pair.slice(at);
  if (template.test(value)) return pair;
  if (!knownParameters.test(name)) return `${hideKeys(name, hidePart)}=${hidePart(value)}`;
  if (!name.endsWith('topics')) return `${name}=${hideKeys(value, hidePart)}`;
  const topics = value.split(/(,|%2C)/i).map((part) => (isTopic(part) ? part : hideKeys(part, hidePart)));
  return `${name}=${topics.join('')}`;
}

/** A topic of an EVM log, such as the hash of an event's signature, is public, though it looks like a key. */
function isTopic(value: string): boolean {
  return /^0x[\da-f]{64}$/i.test(value);
}

/** Masks the parts of a path or a value that look like keys, except templates, and IBC denoms, which have a hash after `ibc/`. */
function hideKeys(text: string, hidePart: Hide): string {
  return text.replaceAll(/ibc(?:\/|%2F)[\dA-F]{64}(?![\w.~-])|\$\{\w+\}|[\w.~-]+/gi, (run) =>
    !/[/%$]/.test(run) && isPossibleKey(run) ? hidePart(run) : run,
  );
}

export function hide(secret: string): string {
  return '*'.repeat(secret.length);
}

export function dropTags(url: string): string {
  return url.replaceAll(/\*~[\da-f]{6}/g, '*');
}

/** Whether a url comes from a report that masked it. */
export function isMasked(url: string): boolean {
  return /\*(?:~[\da-f]{6}|@)/.test(url);
}
