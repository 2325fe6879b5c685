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
