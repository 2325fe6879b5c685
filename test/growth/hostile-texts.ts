/** A text of about so many characters that could make a reader read all of it again for each of its parts. */
export type HostileText = (size: number) => string;

/** Repeats a part, separated by commas, up to a size. */
function many(part: string, size: number, separator = ','): string {
  const count = Math.max(1, Math.floor(size / (part.length + separator.length)));
  return Array.from({ length: count }, () => part).join(separator);
}

/** The same with a number in each part, for parts that must differ. */
function numbered(part: (index: number) => string, size: number): string {
  const count = Math.max(1, Math.floor(size / (part(10_000).length + 1)));
  return Array.from({ length: count }, (_, index) => part(index)).join(',');
}

const spaces = (size: number) => ' '.repeat(size / 2);

/** Broken JSON, by its repeated mistake. */
export const brokenTexts: Readonly<Record<string, HostileText>> = {
  'commas in an object': (size) => `{${','.repeat(size)}}`,
  'commas in an array': (size) => `[${','.repeat(size)}]`,
  'commas at the end': (size) => `[1]${','.repeat(size)}`,
  'commas after much space': (size) => `{${spaces(size)}${','.repeat(size / 2)}}`,
  'commas before much space': (size) => `{${','.repeat(size / 2)}${spaces(size)}`,
  'trailing commas': (size) => `[${many('[1,]', size)}]`,
  'trailing commas of lines': (size) => `[${many('{"a":1,\n}', size, ',\n')}]`,
  'block comments of one line': (size) => `[${many('/**/', size, ' ')}]`,
  'block comments after much space': (size) => `\n${spaces(size)}${many('/**/', size / 2, '')}[`,
  'block comments after values': (size) => `[${many('1/**/', size)}]`,
  'line comments': (size) => `[${many('//', size, '\n')}\n]`,
  'comments that may be values': (size) => `[${many('{"a":#b\n1}', size)}]`,
  'single quotes': (size) => `[${many("'a'", size)}]`,
  'single quotes that nothing closes': (size) => `[${many("'", size, ' ')}]`,
  'curly quotes': (size) => `[${many('“a”', size)}]`,
  'keys without quotes': (size) => `{${many('a:1', size)}}`,
  'missing commas': (size) => `[${many('"a"', size, ' ')}]`,
  'missing commas of lines': (size) => `[${many('{}', size, '\n')}]`,
  'missing colons': (size) => `{${many('"a" 1', size)}}`,
  'missing values': (size) => `{${many('"a":', size)}}`,
  'equals signs': (size) => `{${many('"a"=1', size)}}`,
  'tabs in a string': (size) => `["${'\t'.repeat(size)}"]`,
  'escapes in a string': (size) => `["${'\\x'.repeat(size / 2)}"]`,
  'tabs in strings': (size) => `[${many('"\t"', size)}]`,
  'unclosed strings': (size) => `[${many('"a', size, ',\n')}]`,
  'leading zeros': (size) => `[${many('00', size)}]`,
  'one long number': (size) => `[${'0'.repeat(size)}]`,
  words: (size) => `[${many('x', size)}]`,
  'words in capitals': (size) => `[${many('True', size)}]`,
  'no-break spaces': (size) => `[${'\u00a0'.repeat(size)}1]`,
  'wrong closers': (size) => '[{'.repeat(8) + '}]'.repeat(size / 2),
  'unclosed arrays': (size) => '['.repeat(size),
  'a long string before a mistake': (size) => `["${'a'.repeat(size)}" 1,]`,
};

/** Files of a registry such as chainlist with many problems of one kind. */
export const brokenFiles: Readonly<Record<string, HostileText>> = {
  'keys that repeat': (size) => `{${many('"a":1', size)}}`,
  'keys that repeat with other values': (size) => `{${numbered((index) => `"a":${index}`, size)}}`,
  'forbidden keys': (size) => `{${many('"__proto__":1', size)}}`,
  'misspelled lists': (size) => `{${many('"grpc_endpoints":[]', size)}}`,
  'misspelled claims': (size) => `{"grpc_endpoint":["a"],${many('"chain_id_cosmo":"a-1"', size)}}`,
  'misspelled fields of an entry': (size) => inList(`{${many('"Provider":"a"', size)}}`),
  'misspelled fields of entries': (size) => inList(many(`{${many('"Provider":"a"', 8_000)}}`, size)),
  'entries of another type': (size) => inList(many('1', size)),
  'empty entries': (size) => inList(many('{}', size)),
  'entries that are not read': (size) => inList(many('"a.example:443"', size)),
  'entries that repeat': (size) => inList(many('{"provider":"A","url":"a.example:443"}', size)),
  'entries that repeat one with many fields': (size) =>
    inList(
      `{"provider":"A","url":"a.example:443",${numbered((index) => `"x${index}":1`, size / 2)}},` +
        many('{"provider":"A","url":"a.example:443"}', size / 2),
    ),
  'entries with many fields that repeat': (size) => {
    const entry = `{"url":"a.example:443",${numbered((index) => `"x${index}":1`, size / 2)}}`;
    return inList(`${entry},${entry}`);
  },
  'addresses to correct': (size) => inList(many('{"provider":"A","url":" https:/a.example:443/ "}', size)),
  'empty addresses': (size) => inList(many('{"provider":"","url":""}', size)),
  'a long address': (size) => inList(`{"provider":"A","url":"${'a.'.repeat(size / 2)}"}`),
  'a long provider': (size) => inList(`{"provider":"${'A '.repeat(size / 2)}","url":"a.example:443"}`),
  'lists in an object with a long name': (size) =>
    `{"chain_id_cosmos":"a-1","${'a'.repeat(size / 2)}":{${many('"grpc_endpoint":[{"url":"a.example:443"}]', size / 2)}}}`,
  'lists of one line in a misspelled list': (size) => `{"grpc_endpoints":[${many('"a.example:443"', size)}]}`,
};

/** Lists of assets with many problems of one kind. */
export const brokenLists: Readonly<Record<string, HostileText>> = {
  'items that repeat': (size) => `[${many('{"denom":"a"}', size / 2)},${many('1', size / 2)}]`,
  'items that repeat a long one': (size) =>
    `[{"denom":"a",${numbered((index) => `"x${index}":1`, size / 2)}},${many('{"denom":"a"}', size / 2)}]`,
  'misspelled fields of an item': (size) => `[{${many('"decimal":1', size)}}]`,
  'keys of an item that repeat': (size) => `[{"denom":"a",${many('"symbol":"A"', size)}}]`,
  'items of another type': (size) => `[${many('[]', size)}]`,
  'invisible characters': (size) =>
    `[${many('{"denom":"\u200ba\u200b","symbol":" ","decimals":"6"}', size)}]`,
  'denoms of IBC': (size) =>
    `[${many(`{"denom":"ibc/${'A'.repeat(64)}","port":"p","channel":"c","counter_party":{"denom":"gravity0x${'a'.repeat(40)}"}}`, size)}]`,
  'a long identity': (size) => `[{"denom":"${'ibc/ \u200b'.repeat(size / 6)}","symbol":"A","decimals":6}]`,
};

/** Plain entries, by their problem. */
export const brokenLines: Readonly<Record<string, HostileText>> = {
  'lines that are broken': (size) => '{\n'.repeat(size / 2),
  'lines that repeat': (size) => '{"kind":"evm","url":"https://a.example"}\n'.repeat(size / 41),
  'misspelled fields': (size) =>
    '{"kind":"evm","url":"a","Url":"","chain_id":1,"operator":""}\n'.repeat(size / 60),
  'one long broken line': (size) => `{"kind":"evm","url":[${'1,,'.repeat(size / 3)}`,
  'many chains': (size) =>
    Array.from(
      { length: size / 60 },
      (_, index) => `{"kind":"evm","url":"https://a.example","chain":"${index}"}\n`,
    ).join(''),
};

function inList(items: string): string {
  return `{"chain_id_cosmos":"a-1","grpc_endpoint":[${items}]}`;
}
