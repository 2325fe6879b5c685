import type { Fault } from '../faults/fault.js';
import { restAnswerFaults } from '../faults/rest-answers.js';
import { rpcAnswerFaults } from '../faults/rpc-answers.js';
import { rpcMethodFaults } from '../faults/rpc-methods.js';
import type { Difference } from './differences.js';

const named = (faults: readonly Fault[], start: string) =>
  faults.flatMap(({ name, verdict }) => (name.startsWith(start) && verdict === 'pass' ? [name] : []));
const moved = (statuses: readonly number[]) =>
  statuses.map((status) => `a redirect to another path (HTTP ${status})`);
/** Their servers answer only the first route. */
const alone = [
  'chunks',
  'a body that arrives slowly, but in time',
  'gzip, though it was not requested',
  'the content type of text',
  'a limit of all but the first route',
];
const withoutHeader = 'no block: a block without a header';

/** The differences of CometBFT's RPC, of its websockets, and of the REST API; their reasons may hold for other kinds too. */
export const cosmosDifferences: readonly Difference[] = [
  {
    why: 'curl follows redirects only with -L; browsers and most clients of a GET follow them, and the warning names the url to list',
    cases: [
      [
        'rpc',
        ['curl'],
        [...moved([301, 302, 303, 307, 308]), 'a redirect to another port', 'a redirect to https'],
      ],
    ],
  },
  {
    why: 'CosmJS sends a POST, which these turn into a GET of a page; a GET ends in the right answer',
    surprises: true,
    cases: [
      [
        'rpc',
        ['cosmjs'],
        [
          ...moved([301, 302, 303]),
          'a redirect to another port',
          'a redirect to https',
          'a POST to /rpc that is redirected to /rpc/',
        ],
      ],
    ],
  },
  {
    why: 'fetch follows up to 20 redirects; other clients follow fewer or none, and the url to list is the last one',
    cases: [['rpc', ['cosmjs'], ['two redirects']]],
  },
  {
    why: 'they request /status first; the newest block shows that the node is up and which chain it has, and the warning says what is missing',
    cases: [['rpc', ['curl', 'cosmjs'], named(rpcAnswerFaults, '/status blocked:')]],
  },
  {
    why: 'the node answers, but it has no block, so clients get no state of the chain from it',
    cases: [
      ['rpc', ['curl', 'cosmjs'], ['a node without a block', 'a node that is catching up from nothing']],
      [
        'ws',
        ['undici', 'websockets', 'cosmjs'],
        ['a node without a block', 'a node that is catching up from nothing'],
      ],
    ],
  },
  {
    why: 'the chain id is there, but clients decode the whole answer, and fail on the rest of it',
    cases: [
      [
        'rpc',
        ['curl'],
        [
          'another version of JSON-RPC',
          'no sync_info',
          'a height that is no number',
          'a height below zero',
          'a time that is no time',
        ],
      ],
    ],
  },
  {
    why: 'no block has such a height; CosmJS takes any whole number',
    cases: [['rpc', ['cosmjs'], ['a height below zero']]],
  },
  {
    why: 'old nodes and some proxies answer a GET so, and programs that make one read it; the warning says that CosmJS, which sends a POST, does not',
    cases: [['rpc', ['cosmjs'], ['a bare result']]],
  },
  {
    why: 'other clients read such a status',
    surprises: true,
    cases: [['rpc', ['cosmjs'], named(rpcAnswerFaults, 'a status for CosmJS:')]],
  },
  {
    why: 'browsers and monitors send a GET, which is answered; CosmJS sends a POST',
    surprises: true,
    cases: [['rpc', ['cosmjs'], named(rpcMethodFaults, 'POST refused:')]],
  },
  {
    why: 'a GET is answered, and what a limit or a failure does to a POST beside it does not show what happens to one alone',
    cases: [['rpc', ['cosmjs'], named(rpcMethodFaults, 'POST not answered:')]],
  },
  {
    why: 'CosmJS sends a POST, which is answered',
    surprises: true,
    cases: [['rpc', ['curl'], named(rpcMethodFaults, 'GET refused:')]],
  },
  {
    why: 'CosmJS asks twice at once and is limited; the first request was answered',
    surprises: true,
    cases: [['rpc', ['cosmjs'], ['a limit that a burst exceeds']]],
  },
  {
    why: 'JSON-RPC 2.0 requires the field; strict clients, CosmJS among them, refuse an answer without it',
    cases: [['ws', ['undici', 'websockets'], ['no jsonrpc']]],
  },
  {
    why: "Node.js' own WebSocket removes the mark; CosmJS and Python's websockets pass it on to their JSON parser, which refuses it",
    cases: [['ws', ['undici'], ['a byte order mark']]],
  },
  {
    why: 'Python, and CosmJS in Node.js, decode JSON from bytes too; pages get a Blob, which no client of theirs reads',
    cases: [['ws', ['websockets', 'cosmjs'], ['a binary message']]],
  },
  {
    why: 'CosmJS takes an error without a code for none; the warning says that not every client does',
    cases: [['ws', ['websockets'], ['"error": {} beside the result', '"error": false beside the result']]],
  },
  {
    why: 'CometBFT confirms with an empty object, and clients in Go decode it as one; these do not read it',
    cases: [['ws', ['undici', 'websockets', 'cosmjs'], ['a subscription that is confirmed with text']]],
  },
  {
    why: 'CosmJS does not wait for the confirmation; without it no blocks come',
    cases: [['ws', ['cosmjs'], ['a subscription that is never answered']]],
  },
  {
    why: 'CosmJS appends /websocket to every url; others connect to the url as it is listed',
    surprises: true,
    cases: [['ws', ['cosmjs'], ['no path']]],
  },
  {
    why: 'CosmJS appends /websocket to every url, which this proxy does not pass on; the warning says that clients expect that path',
    cases: [['ws', ['cosmjs'], ['the root of a proxy that passes it on']]],
  },
  {
    why: 'the events of these servers hold no block, which CosmJS decodes; those of real nodes do (test/nodes/)',
    cases: [
      ['ws', ['cosmjs'], ['a node that makes a block', 'an event before the subscription is confirmed']],
    ],
  },
  {
    why: 'JSON-RPC 2.0 section 4.1 allows notifications, and clients ignore them; CosmJS ends at a message without an id',
    surprises: true,
    cases: [['ws', ['cosmjs'], ['answers in another order, among messages that were not requested']]],
  },
  {
    why: 'clients in Python and Rust read both forms; the warning says that CosmJS wants the text that CometBFT sends',
    cases: [['ws', ['cosmjs'], ['heights that are numbers']]],
  },
  {
    why: 'the client takes messages of up to one megabyte unless it is told otherwise; blocks of busy chains are larger',
    cases: [['ws', ['websockets'], ['an event of two megabytes, before the subscription is confirmed']]],
  },
  {
    why: 'the node is up and answers all else; that its chain is not known is a notice',
    cases: [
      ['grpc-web', ['improbable'], ['no chain id']],
      ['rpc', ['curl', 'cosmjs'], ['no chain id']],
      ['ws', ['cosmjs'], ['no chain id']],
      ['rest', ['curl', 'fetch', 'cosmpy'], ['no chain id']],
    ],
  },
  {
    why: 'curl prints the body as it came, and the program behind it has to decode it; most clients do',
    cases: [
      ['evm', ['curl'], ['a byte order mark', 'x-gzip']],
      ['rpc', ['curl'], ['a byte order mark', 'gzip, though it was not requested']],
      ['rest', ['curl'], ['a byte order mark', 'gzip, though it was not requested']],
    ],
  },
  {
    why: 'curl follows redirects only with -L; other clients follow these, and the warning names the url to list',
    cases: [
      [
        'evm',
        ['curl'],
        ['HTTP 307 to another host', 'HTTP 308 to another host', 'HTTP 307 from http to https'],
      ],
      ['rpc', ['curl'], ['a redirect to another host that keeps the method']],
      [
        'rest',
        ['curl'],
        [
          ...moved([301, 302, 303, 307, 308]),
          'a redirect to another port',
          'a redirect to https',
          'a redirect to another host that keeps the method',
        ],
      ],
    ],
  },
  {
    why: 'pages that are loaded over TLS may not use plain http, and another host is another endpoint, perhaps of somebody else: it is the url to list',
    cases: [['rest', ['fetch', 'cosmpy'], ['a redirect to plain http', 'a redirect to another host']]],
  },
  {
    why: 'one of both routes is answered: fetch reads that and fails at the other; the warning says that cosmpy and others refuse the mark',
    cases: [['rest', ['cosmpy', 'fetch'], ['a byte order mark']]],
  },
  {
    why: 'they need node_info; another route shows that the REST API is up, and a notice says what is missing',
    cases: [
      [
        'rest',
        ['curl', 'fetch', 'cosmpy'],
        [...named(restAnswerFaults, 'no node_info'), 'a bot protection of one route'],
      ],
    ],
  },
  {
    why: 'they need the newest block too; node_info shows that the REST API is up and which chain it has, and a notice says what is missing',
    cases: [
      [
        'rest',
        ['fetch', 'cosmpy'],
        [...alone, ...named(restAnswerFaults, 'no block:').filter((name) => name !== withoutHeader)],
      ],
    ],
  },
  {
    why: 'the second request is limited; the first was answered, so the node is up',
    cases: [['rest', ['fetch', 'cosmpy'], ['a limit that a burst exceeds']]],
  },
  {
    why: 'it needs the height; node_info shows that the REST API is up and which chain it has, and a notice says what is missing',
    cases: [['rest', ['fetch'], [withoutHeader]]],
  },
];
