/** Addresses of contracts, which are public: of EVM chains, and of CosmWasm in bech32 (BIP 173), 32 bytes long. */
const contract = /^(?:0x[\da-f]{40}|[a-z]+1[ac-hj-np-z02-9]{58})$/i;

/** A word, a number, or a word with a number such as `v2` or `erc20`. */
const word = /^(?:[a-z]*\d{0,4}|\d+)$/i;

/** What a query parameter that carries a key is called: `apikey`, `access_token`, `x-api-key`. */
const keyName = /(?:key|token|secret|auth|password)$/i;

/** The public id of a blockchain in a path of the API of AvalancheGo. */
const blockchainId = /\/ext\/bc\/\w+/;

/** Characters in a row that can make up a key. */
const runs = /[\w.~-]{16,}/g;

/**
 * True for a run of such characters that may be a key: 16 or more that mix digits and letters, and are not a contract's address.
 * Good enough to hide it; paths such as `ethereum-mainnet-v1` pass too.
 */
export function mayBeKey(run: string): boolean {
  return run.length >= 16 && /\d/.test(run) && /[a-z]/i.test(run) && !contract.test(run);
}

/**
 * Where the path and query of a url hold an access key: in the path, or in which query parameter; null where they hold none. What
 * `mayBeKey` refuses is not a key, nor is a path of words and numbers.
 */
export function findKey(pathAndQuery: string): { readonly parameter: string | null } | null {
  const [path = '', query = ''] = pathAndQuery.split(/\?(.*)/s, 2);
  if (holdsKey(path.replace(blockchainId, ''))) return { parameter: null };
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    if (holdsKey(value) || (value !== '' && keyName.test(name))) return { parameter: name };
    // A key may be all that the query holds.
    if (holdsKey(name)) return { parameter: null };
  }
  return null;
}

function holdsKey(text: string): boolean {
  const found = text.match(runs) ?? [];
  return found.some((run) => mayBeKey(run) && !run.split(/[-_.~]/).every((part) => word.test(part)));
}
