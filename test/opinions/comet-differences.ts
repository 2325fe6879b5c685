import type { Fault } from '../faults/fault.js';
import { rpcAnswerFaults } from '../faults/rpc-answers.js';
import { rpcMethodFaults } from '../faults/rpc-methods.js';
import type { Difference } from './differences.js';
import { reasons } from './reasons.js';

const named = (faults: readonly Fault[], start: string) =>
  faults.flatMap(({ name, verdict }) => (name.startsWith(start) && verdict === 'pass' ? [name] : []));
const moved = (statuses: readonly number[]) =>
  statuses.map((status) => `a redirect to another path (HTTP ${status})`);

/** The differences of CometBFT's RPC and of its websockets. */
export const cometDifferences: readonly Difference[] = [
  {
    kind: 'rpc',
    clients: ['curl'],
    faults: [...moved([301, 302, 303, 307, 308]), 'a redirect to another port', 'a redirect to https'],
    why: 'curl follows redirects only with -L; browsers and most clients of a GET follow them, and the warning names the url to list',
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: [
      ...moved([301, 302, 303]),
      'a redirect to another port',
      'a redirect to https',
      'a POST to /rpc that is redirected to /rpc/',
    ],
    why: 'CosmJS sends a POST, which these turn into a GET of a page; a GET ends in the right answer',
    surprises: true,
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: ['two redirects'],
    why: 'fetch follows up to 20 redirects; other clients follow fewer or none, and the url to list is the last one',
  },
  {
    kind: 'rpc',
    clients: ['curl'],
    faults: ['another chain', 'a chain id of 10,000 characters'],
    why: reasons.claim,
  },
  {
    kind: 'rpc',
    clients: ['curl'],
    faults: ['a byte order mark', 'gzip, though it was not requested'],
    why: 'curl prints the body as it came, and the program behind it has to decode it; most clients do',
  },
  { kind: 'rpc', clients: ['curl', 'cosmjs'], faults: ['no chain id'], why: reasons.noChainId },
  {
    kind: 'rpc',
    clients: ['curl', 'cosmjs'],
    faults: named(rpcAnswerFaults, '/status blocked:'),
    why: 'they request /status first; the newest block shows that the node is up and which chain it has, and the warning says what is missing',
  },
  {
    kind: 'rpc',
    clients: ['curl', 'cosmjs'],
    faults: ['a node without a block', 'a node that is catching up from nothing'],
    why: 'the node answers, but it has no block, so clients get no state of the chain from it',
  },
  {
    kind: 'rpc',
    clients: ['curl'],
    faults: [
      'another version of JSON-RPC',
      'no sync_info',
      'a height that is no number',
      'a height below zero',
      'a time that is no time',
    ],
    why: 'the chain id is there, but clients decode the whole answer, and fail on the rest of it',
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: ['a height below zero'],
    why: 'no block has such a height; CosmJS takes any whole number',
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: ['a bare result'],
    why: 'old nodes and some proxies answer a GET so, and programs that make one read it; the warning says that CosmJS, which sends a POST, does not',
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: named(rpcAnswerFaults, 'a status for CosmJS:'),
    why: 'other clients read such a status',
    surprises: true,
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: named(rpcMethodFaults, 'POST refused:'),
    why: 'browsers and monitors send a GET, which is answered; CosmJS sends a POST',
    surprises: true,
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: named(rpcMethodFaults, 'POST not answered:'),
    why: 'a GET is answered, and what a limit or a failure does to a POST beside it does not show what happens to one alone',
  },
  {
    kind: 'rpc',
    clients: ['curl'],
    faults: named(rpcMethodFaults, 'GET refused:'),
    why: 'CosmJS sends a POST, which is answered',
    surprises: true,
  },
  {
    kind: 'rpc',
    clients: ['curl'],
    faults: ['a redirect to another host that keeps the method'],
    why: reasons.notFollowed,
  },
  {
    kind: 'rpc',
    clients: ['cosmjs'],
    faults: ['a limit that a burst exceeds'],
    why: 'CosmJS asks twice at once and is limited; the first request was answered',
    surprises: true,
  },
  { kind: 'rpc', clients: ['cosmjs'], faults: ['two chain ids in turn'], why: reasons.unsteady },
  { kind: 'ws', clients: ['undici', 'websockets'], faults: ['another chain'], why: reasons.claim },
  {
    kind: 'ws',
    clients: ['undici', 'websockets'],
    faults: ['no jsonrpc'],
    why: 'JSON-RPC 2.0 requires the field; strict clients, CosmJS among them, refuse an answer without it',
  },
  {
    kind: 'ws',
    clients: ['undici'],
    faults: ['a byte order mark'],
    why: "Node.js' own WebSocket removes the mark; CosmJS and Python's websockets pass it on to their JSON parser, which refuses it",
  },
  {
    kind: 'ws',
    clients: ['websockets', 'cosmjs'],
    faults: ['a binary message'],
    why: 'Python, and CosmJS in Node.js, decode JSON from bytes too; pages get a Blob, which no client of theirs reads',
  },
  {
    kind: 'ws',
    clients: ['websockets'],
    faults: ['"error": {} beside the result', '"error": false beside the result'],
    why: 'CosmJS takes an error without a code for none; the warning says that not every client does',
  },
  {
    kind: 'ws',
    clients: ['undici', 'websockets', 'cosmjs'],
    faults: ['a node without a block', 'a node that is catching up from nothing'],
    why: 'the node answers, but it has no block, so clients get no state of the chain from it',
  },
  {
    kind: 'ws',
    clients: ['undici', 'websockets'],
    faults: [
      'a status that is a string',
      'a status without node_info',
      'a status without sync_info',
      'a network that is a number',
      'a height that is a word',
      'a time that is a number',
    ],
    why: reasons.unread,
  },
  {
    kind: 'ws',
    clients: ['undici', 'websockets', 'cosmjs'],
    faults: ['a subscription that is confirmed with text'],
    why: 'CometBFT confirms with an empty object, and clients in Go decode it as one; these do not read it',
  },
  {
    kind: 'ws',
    clients: ['cosmjs'],
    faults: ['a subscription that is never answered'],
    why: 'CosmJS does not wait for the confirmation; without it no blocks come',
  },
  {
    kind: 'ws',
    clients: ['cosmjs'],
    faults: ['no path'],
    why: 'CosmJS appends /websocket to every url; others connect to the url as it is listed',
    surprises: true,
  },
  {
    kind: 'ws',
    clients: ['cosmjs'],
    faults: ['the root of a proxy that passes it on'],
    why: 'CosmJS appends /websocket to every url, which this proxy does not pass on; the warning says that clients expect that path',
  },
  {
    kind: 'ws',
    clients: ['cosmjs'],
    faults: ['a node that makes a block', 'an event before the subscription is confirmed'],
    why: 'the events of these servers hold no block, which CosmJS decodes; those of real nodes do (test/nodes/)',
  },
  {
    kind: 'ws',
    clients: ['cosmjs'],
    faults: ['answers in another order, among messages that were not requested'],
    why: 'JSON-RPC 2.0 section 4.1 allows notifications, and clients ignore them; CosmJS ends at a message without an id',
    surprises: true,
  },
  {
    kind: 'ws',
    clients: ['cosmjs'],
    faults: ['heights that are numbers'],
    why: 'clients in Python and Rust read both forms; the warning says that CosmJS wants the text that CometBFT sends',
  },
  { kind: 'ws', clients: ['cosmjs'], faults: ['no chain id'], why: reasons.noChainId },
  {
    kind: 'ws',
    clients: ['websockets'],
    faults: ['an event of two megabytes, before the subscription is confirmed'],
    why: 'the client takes messages of up to one megabyte unless it is told otherwise; blocks of busy chains are larger',
  },
  { kind: 'ws', clients: ['websockets'], faults: ['RSA key exchange (TLS 1.2)'], why: reasons.cipher },
];
