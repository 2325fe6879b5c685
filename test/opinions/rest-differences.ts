import { restAnswerFaults } from '../faults/rest-answers.js';
import type { Difference } from './differences.js';
import { reasons } from './reasons.js';

const listPartial = (start: string) =>
  restAnswerFaults.flatMap(({ name, verdict }) =>
    name.startsWith(start) && verdict === 'pass' ? [name] : [],
  );
const withoutInfo = [...listPartial('no node_info'), 'a bot protection of one route'];
/** Their servers answer only the first route. */
const alone = [
  'chunks',
  'a body that arrives slowly, but in time',
  'gzip, though it was not requested',
  'the content type of text',
  'a limit of all but the first route',
];
const withoutHeader = 'no block: a block without a header';
const moved = [301, 302, 303, 307, 308].map((status) => `a redirect to another path (HTTP ${status})`);

/** The differences of the REST API. */
export const restDifferences: readonly Difference[] = [
  {
    kind: 'rest',
    clients: ['curl'],
    faults: [
      ...moved,
      'a redirect to another port',
      'a redirect to https',
      'a redirect to another host that keeps the method',
    ],
    why: reasons.notFollowed,
  },
  {
    kind: 'rest',
    clients: ['fetch', 'cosmpy'],
    faults: ['a redirect to plain http', 'a redirect to another host'],
    why: 'pages that are loaded over TLS may not use plain http, and another host is another endpoint, perhaps of somebody else: it is the url to list',
  },
  {
    kind: 'rest',
    clients: ['cosmpy'],
    faults: ['a certificate with a common name only'],
    why: reasons.cipher,
  },
  {
    kind: 'rest',
    clients: ['curl'],
    faults: ['another chain', 'a chain id of 10,000 characters'],
    why: reasons.claim,
  },
  { kind: 'rest', clients: ['curl'], faults: ['no block: another chain'], why: reasons.claim },
  {
    kind: 'rest',
    clients: ['curl'],
    faults: ['a byte order mark', 'gzip, though it was not requested'],
    why: 'curl prints the body as it came, and the program behind it has to decode it; most clients do',
  },
  {
    kind: 'rest',
    clients: ['cosmpy', 'fetch'],
    faults: ['a byte order mark'],
    why: 'one of both routes is answered: fetch reads that and fails at the other; the warning says that cosmpy and others refuse the mark',
  },
  { kind: 'rest', clients: ['curl', 'fetch', 'cosmpy'], faults: ['no chain id'], why: reasons.noChainId },
  {
    kind: 'rest',
    clients: ['curl', 'fetch', 'cosmpy'],
    faults: withoutInfo,
    why: 'they need node_info; another route shows that the REST API is up, and a notice says what is missing',
  },
  {
    kind: 'rest',
    clients: ['fetch', 'cosmpy'],
    faults: [...alone, ...listPartial('no block:').filter((name) => name !== withoutHeader)],
    why: 'they need the newest block too; node_info shows that the REST API is up and which chain it has, and a notice says what is missing',
  },
  {
    kind: 'rest',
    clients: ['fetch', 'cosmpy'],
    faults: ['a limit that a burst exceeds'],
    why: 'the second request is limited; the first was answered, so the node is up',
  },
  {
    kind: 'rest',
    clients: ['fetch'],
    faults: [withoutHeader],
    why: 'it needs the height; node_info shows that the REST API is up and which chain it has, and a notice says what is missing',
  },
  { kind: 'rest', clients: ['cosmpy'], faults: ['RSA key exchange (TLS 1.2)'], why: reasons.cipher },
];
