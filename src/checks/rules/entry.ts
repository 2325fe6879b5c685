import type { RuleSet } from '../../model/rule.js';

export type EntryData = {
  /** `remedy` if the text has to be removed because it is not an address, or separated because it contains more than one. */
  'entry/url-malformed': { reason: string; example: string; remedy?: 'remove' | 'separate' | 'write' };
  /** `invisible` is the first character that is not shown, as `U+200B`; null if there is only white space. */
  'entry/url-whitespace': { inside: boolean; invisible: string | null };
  /**
   * `written` is a scheme whose separator is not `://`, with what it has in its place. `doubt` if the port of the suggestion is a guess, or if
   * the url is probably that of another service, so that the suggestion is an example. `plainScheme` is the one without TLS, if the port may have none.
   */
  'entry/url-scheme': {
    scheme: string | null;
    expected: string;
    suggestion: string;
    written?: string;
    doubt?: 'port' | 'service';
    plainScheme?: string;
  };
  'entry/url-port': { port: string | null; suggestion: string };
  /** `isLeftOut` if the format allows a path, which the probe then leaves out; `withoutIt` is how the endpoint refused without it. */
  'entry/url-path': {
    path: string;
    suggestion: string;
    isLeftOut: boolean;
    isPortGuessed?: true;
    withoutIt?: string;
  };
  'entry/websocket-path': { suggestion: string };
  'entry/url-credentials': { host: string };
  /** `isAllowed` if the format allows `${NAME}`. */
  'entry/url-placeholder': { placeholder: string; isAllowed: boolean };
  'entry/url-key': { parameter: string | null };
  /**
   * `inAddress` if the address has an id, not if its id is wrong; `suggestion` is the corrected one of the two, if there is one; `missingId` is the
   * id in the address if its field is missing.
   */
  'entry/peer-id': { reason: string; inAddress: boolean; suggestion: string | null; missingId?: string };
  'entry/private-address': { address: string; range: string };
};

/** The parts of a url after its host, by their first character. What follows it may be a key, so it is not repeated. */
const urlParts: Readonly<Record<string, string>> = { '?': 'a query', '#': 'a fragment', '\\': 'a backslash' };

/** No port is proposed as if it were known. */
function writeAddress(suggestion: string, isPortGuessed: boolean): string {
  return `write ${suggestion}${isPortGuessed ? ', if that is the port' : ''}`;
}

/** A url of this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3). Without a port, the port of the other scheme is unknown. */
const localUrl = /^(https|wss)(:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\]):\d+(?:\/.*)?)$/;

/** A url without TLS of this machine, as local nodes have it, made from its suggested correction; null for any other. */
function findLocalUrl(scheme: string | null, suggestion: string): string | null {
  const [, secureScheme = '', tail = ''] = localUrl.exec(suggestion) ?? [];
  const plainScheme = secureScheme.slice(0, -1);
  return secureScheme !== '' && scheme?.toLowerCase() === plainScheme ? `${plainScheme}${tail}` : null;
}

export const entryRules: RuleSet<EntryData> = {
  'entry/url-malformed': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the url is malformed',
    explanation:
      'A part is missing, the host has invalid characters, an IP address is a number that only some resolvers read ' +
      '(`2130706433`, `0x7f.1`), or the url is longer than 2,048 characters. Or it is not one address: a name, `N/A`, ' +
      'two addresses, or an address and other text. `--fix` removes a final comma or semicolon, quotes or angle ' +
      'brackets around the url, and an entry of empty strings, and corrects slashes and colons after the scheme and a ' +
      'doubled scheme. It never changes a host or a path.',
    sample: { reason: 'it is empty', example: 'grpc.example.com:443' },
    message: ({ reason }) => `malformed url: ${reason}`,
    hint: ({ example, remedy }) => {
      if (remedy === 'remove')
        return `write the address of the endpoint, like ${example}, or remove the entry`;
      if (remedy === 'separate') return 'write one address in each entry, without other text';
      return `write ${remedy === 'write' ? '' : 'it like '}${example}`;
    },
  },
  'entry/url-whitespace': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the url contains white space or invisible characters',
    explanation:
      'Some clients keep white space and others drop it. Invisible characters, such as U+200B, come with text copied ' +
      'from a page or a chat. `--fix` removes both, but not white space between what may be two addresses or a comment, ' +
      'nor characters that may change how others are read.',
    sample: { inside: true, invisible: null },
    message: ({ inside, invisible }) =>
      invisible !== null
        ? `the url contains the invisible character ${invisible}`
        : inside
          ? 'the url contains white space'
          : 'the url begins or ends with white space',
    hint: ({ invisible }) =>
      invisible === null ? 'remove the white space' : 'remove it, or type the url again without blanks',
  },
  'entry/url-scheme': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the url has the wrong scheme, or none',
    explanation:
      'A gRPC entry is `host:port`: clients take `https` for the name of a resolver and fail. Port and server show ' +
      'whether it has TLS. An EVM or gRPC-web entry is a full `https` url: browsers block plain http on pages loaded ' +
      'over https, such as wallets. `--fix` corrects a misspelled scheme, removes that of a gRPC `host:port`, and adds ' +
      'a missing one if the port leaves no doubt. It turns `http` into `https` only on port 443: the server may not speak TLS.',
    sample: { scheme: 'http', expected: 'an https url', suggestion: 'https://evm.example.com' },
    message: ({ scheme, expected, written }) =>
      scheme === null
        ? `the url has no scheme, expected ${expected}`
        : `expected ${expected}, got ${written ?? `${scheme}://`}`,
    hint: ({ scheme, suggestion, doubt, plainScheme }, writeOption) => {
      const local = findLocalUrl(scheme, suggestion);
      const option = writeOption('allowPrivate', true);
      if (local !== null && option !== '')
        return `write ${suggestion}. To probe a local node that no registry lists: ${local} with ${option}`;
      if (plainScheme !== undefined)
        return `write ${suggestion}, or ${plainScheme}:// if the port has no TLS`;
      return doubt === 'service'
        ? `write the address of the node itself, like ${suggestion}: an https:// url is probably that of another service, such as its RPC`
        : writeAddress(suggestion, doubt === 'port');
    },
  },
  'entry/url-port': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the port is missing or not a number from 1 to 65535',
    explanation:
      'A gRPC entry is `host:port`; clients differ in which port they use without one. `--fix` only removes a comma or ' +
      'semicolon after the port.',
    sample: { port: null, suggestion: 'grpc.example.com:443' },
    message: ({ port }) =>
      port === null
        ? 'the port is missing'
        : `expected a port from 1 to 65535, got ${port === '' ? 'an empty one' : port}`,
    hint: ({ suggestion }) => writeAddress(suggestion, true),
  },
  'entry/url-path': {
    severity: 'error',
    milder: {
      severity: 'warning',
      applies: ({ isLeftOut, withoutIt }) => isLeftOut && withoutIt === undefined,
    },
    fixable: '--fix',
    summary: 'an address of host:port has a path',
    explanation:
      'gRPC entries and peers are `host:port`; the path of a gRPC request is the method. cosmos/chain-registry accepts ' +
      'a path: there it is a warning, and the endpoint is probed without it. `--fix` only removes a final slash: an ' +
      'address with another path may be that of another service.',
    sample: { path: '/', suggestion: 'grpc.example.com:443', isLeftOut: false },
    message: ({ path, withoutIt }) =>
      `expected host:port, got ${urlParts[path] ?? 'a path'} after it` +
      (withoutIt === undefined ? '' : `, and without it the endpoint does not answer (${withoutIt})`),
    hint: ({ suggestion, isPortGuessed = false, withoutIt }) =>
      withoutIt === undefined
        ? writeAddress(suggestion, isPortGuessed)
        : 'serve gRPC at a host or port of its own, since clients use no path',
  },
  'entry/websocket-path': {
    severity: 'warning',
    summary: 'the url of a CometBFT websocket has no path',
    explanation:
      'At the root CometBFT answers plain requests only, unless a proxy maps it to `/websocket`. The url is checked as it is.',
    sample: { suggestion: 'wss://rpc.example.com/websocket' },
    message: () => 'no path: CometBFT serves websockets at /websocket',
    hint: ({ suggestion }) => `write ${suggestion}`,
  },
  'entry/url-credentials': {
    severity: 'error',
    summary: 'the url contains credentials',
    explanation: 'Browsers refuse such urls, and a public entry must need no account.',
    sample: { host: 'evm.example.com' },
    message: ({ host }) => `the url contains a user name or password for ${host}`,
    hint: () => 'remove everything up to the @, and change the password: it has been published',
  },
  'entry/url-placeholder': {
    severity: 'error',
    summary: 'the url contains a placeholder for an API key',
    explanation:
      'An entry must work as it is, for everybody. In ethereum-lists, DefiLlama and plain entries `${NAME}` is allowed, ' +
      'and skipped, since clients leave out urls with `${`. They use other placeholders (`YOUR_API_KEY`, `<KEY>`, ' +
      '`{KEY}`, `$KEY`, `xxxx`, `...`) as they are, and fail.',
    sample: { placeholder: '<key>', isAllowed: false },
    message: ({ placeholder }) => `the url contains a placeholder: ${placeholder}`,
    hint: ({ isAllowed }) =>
      `list an endpoint that needs no key${isAllowed ? ', or write the placeholder as ${API_KEY}, since clients leave out such urls' : ''}`,
  },
  'entry/url-key': {
    severity: 'warning',
    summary: 'the url contains what looks like an access key',
    explanation:
      'Anyone can use up a published key, and its owner may revoke it. A key is 16 or more characters that mix digits ' +
      'and letters and are not words, or a query parameter such as `apikey`. Addresses of contracts and chains, and the ' +
      'path of a devnet, do not count.',
    sample: { parameter: 'apikey' },
    message: ({ parameter }) =>
      parameter === null
        ? 'the url contains what looks like an access key'
        : `the query parameter "${parameter}" contains what looks like an access key`,
    hint: () => 'list an endpoint that needs no key, and revoke this one: it has been published',
  },
  'entry/peer-id': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the id of a peer is malformed',
    explanation:
      "It is 40 hexadecimal digits in lower case: the first 20 bytes of the hash of the node's key. Nodes compare " +
      'strings, so capitals never match. The address beside it is `host:port` without the id. `--fix` writes the id in ' +
      'lower case, and removes blanks, a final `@`, and what id and address repeat of each other, but never chooses ' +
      'between two ids.',
    sample: { reason: 'the id has 41 digits', inAddress: false, suggestion: null },
    message: ({ reason }) => `malformed peer: ${reason}`,
    hint: ({ inAddress, suggestion, missingId }) =>
      suggestion !== null
        ? `write ${missingId === undefined ? '' : `"id": "${missingId}", and `}the ${inAddress ? 'address' : 'id'} as ${suggestion}`
        : 'write the id that the node shows (run <daemon> comet show-node-id, such as gaiad comet show-node-id)',
  },
  'entry/private-address': {
    severity: 'warning',
    summary: 'the address of a peer is private',
    explanation: 'Only nodes in the same network (RFC 1918 and others) can connect to it.',
    sample: { address: '10.0.0.1', range: 'private' },
    message: ({ address, range }) =>
      `${address} is not a public address (${range}), so nobody else can connect`,
    hint: () => 'list the public address of the node (external_address in config.toml), or remove the entry',
  },
};
