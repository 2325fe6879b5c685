/**
 * What looks like a url, of any scheme or, with a path, of none; its slashes may be escaped, as JSON allows. It begins where a word does,
 * so that a long line is read once.
 */
const urls = /(?<![\w+.-])(?:[\w+.-]+:(?:\\?\/)+|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?=\\?\/|\?))[^\s"'<>]+/g;

/** A name and a password in front of a host that has no scheme. The lengths are bounded, so that a long line is read once. */
const logins = /(?<![\w+./-])[^\s"'<>/@:]{1,128}:[^\s"'<>/@]{1,128}(?=@[\w[])/g;

/** Parameters of the query API, which hold no key. */
const known =
  /^(?:address|contract_address|token_type|denom|keyword|sort|page|offset|limit|start_block|end_block)$/;
/** Addresses of contracts: of EVM chains, and of CosmWasm in bech32 (BIP 173), 32 bytes long. */
const contracts = /^(?:0x[\da-f]{40}|[a-z]+1[ac-hj-np-z02-9]{58})$/i;

/**
 * Hides what may be a key in the urls of a text: what looks random behind the host, and the values of query parameters. The
 * length stays, so that columns do.
 */
export function maskKeys(text: string): string {
  return text.replaceAll(logins, stars).replaceAll(urls, (url) => {
    const [, origin = url, path = '', query = ''] =
      /^((?:[^:/?#\\]+:(?:\\?\/)+)?[^\\/?#]*)([^?]*)(.*)$/.exec(url) ?? [];
    return hidePassword(origin) + hideRandom(path) + hideRandom(query.replaceAll(/[^&#]+/g, hideValue));
  });
}

function hidePassword(origin: string): string {
  return origin.replace(/(?<=:(?:\\?\/)+)[^\\/].*(?=@)/, stars);
}

/** 16 characters or more in a row that mix digits and letters are no word; the address of a contract is no key. */
function hideRandom(text: string): string {
  return text.replaceAll(/[\w.~-]{16,}/g, (run) =>
    /\d/.test(run) && /[a-z]/i.test(run) && !contracts.test(run) ? stars(run) : run,
  );
}

function hideValue(pair: string): string {
  const at = pair.indexOf('=') + 1;
  return at === 0 || known.test(pair.slice(0, at - 1).replace(/^\?/, ''))
    ? pair
    : pair.slice(0, at) + stars(pair.slice(at));
}

function stars(secret: string): string {
  return '*'.repeat(secret.length);
}
