/**
 * Hides what may be a key in the urls of a text: path segments that look random, and the values of query parameters. The
 * length stays, so that columns do.
 */
export function maskKeys(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s"'<>]+/gi, (url) => {
    const [, origin = url, path = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)([^?]*)(.*)$/i.exec(url) ?? [];
    return (
      hidePassword(origin) + path.replaceAll(/[^/]+/g, hideSegment) + query.replaceAll(/=[^&#]+/g, hideValue)
    );
  });
}

function hidePassword(origin: string): string {
  return origin.replace(/(?<=:\/\/).*(?=@)/, stars);
}

/** A segment of 16 characters or more that mixes digits and letters is no word; an address of a contract is no key. */
function hideSegment(segment: string): string {
  if (/^0x[\da-f]{40}$/i.test(segment)) return segment;
  const random =
    segment.length >= 16 && /\d/.test(segment) && /[a-z]/i.test(segment) && /^[\w.~-]+$/.test(segment);
  return random ? stars(segment) : segment;
}

function hideValue(pair: string): string {
  return `=${stars(pair.slice(1))}`;
}

function stars(secret: string): string {
  return '*'.repeat(secret.length);
}
