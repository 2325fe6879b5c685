/**
 * What looks like a url, of any scheme or, with a path, of none; its slashes may be escaped, as JSON allows. It begins where a word does,
 * so that a long line is read once.
 */
const urls = /(?<![\w+.-])(?:[\w+.-]+:(?:\\?\/)+|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?=\\?\/|\?))[^\s"'<>]+/g;

/**
 * Hides what may be a key in the urls of a text: what looks random behind the host, and the values of query parameters. The
 * length stays, so that columns do.
 */
export function maskKeys(text: string): string {
  return text.replaceAll(urls, (url) => {
    const [, origin = url, path = '', query = ''] =
      /^((?:[^:/?#\\]+:(?:\\?\/)+)?[^\\/?#]*)([^?]*)(.*)$/.exec(url) ?? [];
    return hidePassword(origin) + hideRandom(path) + hideRandom(query.replaceAll(/=[^&#]+/g, hideValue));
  });
}

function hidePassword(origin: string): string {
  return origin.replace(/(?<=:(?:\\?\/)+)[^\\/].*(?=@)/, stars);
}

/** 16 characters or more in a row that mix digits and letters are no word; the address of a contract is no key. */
function hideRandom(text: string): string {
  return text.replaceAll(/[\w.~-]{16,}/g, (run) =>
    /\d/.test(run) && /[a-z]/i.test(run) && !/^0x[\da-f]{40}$/i.test(run) ? stars(run) : run,
  );
}

function hideValue(pair: string): string {
  return `=${stars(pair.slice(1))}`;
}

function stars(secret: string): string {
  return '*'.repeat(secret.length);
}
