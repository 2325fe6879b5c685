import http from 'node:http';
import http2 from 'node:http2';
import { createServer, type Socket } from 'node:net';
import tls from 'node:tls';
import {
  createNodeKey,
  type PeerHook,
  type PeerNodeOptions,
  readPeerId,
  startPeerNode,
} from '../../src/sandbox/peer-node.js';
import { holdClosedPort, listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { Fault } from './fault.js';

/** An id that no node has. */
const anyId = '0a'.repeat(20);
type Row = Omit<Fault, 'kind'>;

/** A row whose server is no stand-in, at one address, or at both addresses of localhost. */
const row = (
  name: string,
  [verdict, rule]: readonly [Fault['verdict'], string],
  start: (lab: Parameters<Fault['start']>[0]) => Promise<SandboxServer>,
  more: Partial<Row> & { readonly host?: string } = {},
): Row => {
  const { host = '127.0.0.1', ...rest } = more;
  return {
    name,
    verdict,
    rules: [rule],
    start: async (lab) => `${anyId}@${host}:${await lab.serve(start(lab))}`,
    ...rest,
  };
};

const notP2p = ['fail', 'peer/not-p2p'] as const;
const broken = ['fail', 'peer/bad-handshake'] as const;
const silent = ['inconclusive', 'peer/silent'] as const;
const closed = ['inconclusive', 'peer/closed-early'] as const;

/** A row of a stand-in that a real node accepts as a peer; it has the id of the entry. */
const peer = (
  name: string,
  found: readonly [Fault['verdict'], string] | 'pass',
  options: PeerNodeOptions = {},
  more: Partial<Row> = {},
): Row => ({
  name,
  verdict: found === 'pass' ? 'pass' : found[0],
  rules: found === 'pass' ? [] : [found[1]],
  start: async ({ serve }) => {
    const key = createNodeKey();
    return `${readPeerId(key)}@127.0.0.1:${await serve(startPeerNode({ key, ...options }))}`;
  },
  chainId: 'sandbox-1',
  ...more,
});

const say = (bytes: string | Buffer) => () => listen(createServer((socket) => socket.write(bytes)));

/** The first bytes of other protocols, or their answers to a peer. */
const banners: Readonly<Record<string, string | Buffer>> = {
  SSH: 'SSH-2.0-OpenSSH_9.6p1\r\n',
  SMTP: '220 mail.example.com ESMTP Postfix\r\n',
  FTP: '220 (vsFTPd 3.0.5)\r\n',
  IMAP: '* OK [CAPABILITY IMAP4rev1] Dovecot ready.\r\n',
  POP3: '+OK Dovecot ready.\r\n',
  Redis: "-ERR unknown command '\"'\r\n",
  memcached: 'ERROR\r\n',
  MySQL: Buffer.concat([Buffer.from('4a0000000a', 'hex'), Buffer.from('8.0.36\0')]),
  'a line of text': 'hello\n',
};

const inPhase =
  (phase: Parameters<PeerHook>[0], change: PeerHook): PeerHook =>
  (at, message, connection) =>
    at === phase ? change(at, message, connection) : undefined;
const nothing = (phase: Parameters<PeerHook>[0], then: (socket: Socket) => unknown = () => undefined) =>
  inPhase(phase, (_phase, _message, { socket }) => {
    setTimeout(() => then(socket), 50);
    return null;
  });
/** An ephemeral key, as it is sent. */
const key = Buffer.from(`220a20${'09'.repeat(32)}`, 'hex');
/** Points of low order: https://cr.yp.to/ecdh.html#validate. */
const lowOrder = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
];

/** Sends this, and then junk without end. */
function startJunk(beginning: Buffer): Promise<SandboxServer> {
  return listen(
    createServer((socket) => {
      socket.write(beginning);
      const send = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536, 0x7a)));
      };
      socket.on('drain', send).on('error', () => undefined);
      send();
    }),
  );
}

function startTlsServer(pair: { readonly cert: string; readonly key: string }): Promise<SandboxServer> {
  return listen(tls.createServer({ ...pair }, () => undefined));
}

/** The faults of peers, about which no other client reports anything. */
export const peerFaults: readonly Fault[] = [
  peer('in order', 'pass'),
  row('another id', ['fail', 'peer/wrong-id'], () => startPeerNode()),
  row('another id, which says nothing of itself', ['fail', 'peer/wrong-id'], () =>
    startPeerNode({ send: nothing('info', (socket) => socket.end()) }),
  ),
  peer('another network', ['fail', 'peer/wrong-chain'], { network: 'other-7' }),
  peer('no network', ['pass', 'peer/chain-unknown'], { network: '' }),
  row(
    'Tendermint before 0.34',
    ['inconclusive', 'peer/old-protocol'],
    say(Buffer.from(`2120${'07'.repeat(32)}`, 'hex')),
  ),
  ...Object.entries(banners).map(([name, bytes]) => row(`says what it is: ${name}`, notP2p, say(bytes))),
  row('HTTP/1.1', notP2p, () => listen(http.createServer())),
  row('HTTP/2', notP2p, () => listen(http2.createServer())),
  // OpenSSL answers with an alert; Node's server just hangs up.
  row('TLS: an alert', notP2p, say(Buffer.from('15030100020246', 'hex'))),
  row('TLS that hangs up', closed, async ({ authority }) => startTlsServer(await authority.issue())),
  row('an echo', notP2p, () => listen(createServer((socket) => socket.pipe(socket)))),
  row('junk without end', notP2p, () => startJunk(Buffer.alloc(0))),
  row('a key, and junk without end', broken, () => startJunk(key)),
  ...lowOrder.map((hex) =>
    peer(`a key of low order: ${hex.slice(0, 8)}`, broken, {
      send: inPhase('key', () => Buffer.from(`220a20${hex}`, 'hex')),
    }),
  ),
  peer('a frame that is not sealed', broken, { send: inPhase('signature', () => Buffer.alloc(1_044, 1)) }),
  peer('full: silent', silent, { send: nothing('key') }),
  peer('not let in: closed before the first byte', closed, { refuses: () => true }),
  row('nothing listens', ['inconclusive', 'net/refused'], holdClosedPort, { byProgram: true }),
  ...twoAddresses(),
].map((fault): Fault => ({ ...fault, kind: 'peer' }));

/** Connections that break, at a name with two addresses: localhost is both (RFC 6761 section 6.3). */
function twoAddresses(): readonly Row[] {
  const onFirstBytes = (act: (socket: Socket) => unknown) => (socket: Socket) =>
    void socket.once('data', () => act(socket));
  const at = (
    name: string,
    found: readonly [Fault['verdict'], string],
    accept: (socket: Socket) => unknown,
  ) =>
    row(
      `two addresses: ${name}`,
      found,
      () =>
        listen(
          createServer((socket) => void accept(socket)),
          {},
        ),
      { host: 'localhost' },
    );
  const reset = (socket: Socket) => socket.resetAndDestroy();
  const half = Buffer.from('220a2001', 'hex');
  return [
    at('a reset of each connection', closed, reset),
    at('a reset on the first bytes', closed, onFirstBytes(reset)),
    at(
      'the end on the first bytes',
      closed,
      onFirstBytes((socket) => socket.end()),
    ),
    at('half a key and a reset', closed, (socket) => socket.write(half, () => reset(socket))),
    at('half a key and the end', closed, (socket) => socket.end(half)),
    at('a key and the end', closed, (socket) => socket.end(key)),
    at('"hello" in place of the protocol', notP2p, (socket) => socket.write('hello\n')),
    at('silence', silent, () => undefined),
    row('two addresses: another id', ['fail', 'peer/wrong-id'], () => startPeerNode(), { host: 'localhost' }),
  ];
}
