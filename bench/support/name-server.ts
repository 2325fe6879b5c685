// A process that is a name server: `127-1-2-3.bench.test` is 127.1.2.3, and nothing else exists but example.com, by which the program checks that
// names are resolved. It answers after a delay, as on the internet.
import { createSocket } from 'node:dgram';
import { decode, encode, type Answer } from 'dns-packet';
import { readOptions, sendReady } from './process.js';

const { address, port, answersAfterMs } = readOptions<{
  address: string;
  port: number;
  answersAfterMs: number;
}>();

const socket = createSocket('udp4');
socket.on('message', (bytes, peer) => {
  const { id, questions = [] } = decode(bytes);
  const { name = '', type } = questions[0] ?? {};
  const listed = /^(127-\d+-\d+-\d+)\.bench\.test$/i.exec(name)?.[1]?.replaceAll('-', '.');
  const known = name.toLowerCase() === 'example.com' ? '127.0.0.1' : listed;
  // Recursion desired and available, and the response code (RFC 1035 section 4.1.1).
  const flags = 0x0180 | (known === undefined ? 3 : 0);
  const answers: Answer[] = known !== undefined && type === 'A' ? [{ name, type, ttl: 60, data: known }] : [];
  const answer = encode({ type: 'response', ...(id === undefined ? {} : { id }), flags, questions, answers });
  setTimeout(() => socket.send(answer, peer.port, peer.address), answersAfterMs);
});
// With a callback for `bind` Node reports no error (https://github.com/nodejs/node/blob/v20.20.2/lib/dgram.js).
socket.on('error', (error) => {
  throw error;
});
socket.bind(port, address, () => sendReady(null));
