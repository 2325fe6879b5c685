import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Question } from 'dns-packet';
import { onTestFinished } from 'vitest';

const responseCodes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 };

/** The answer of a name server to a query: records, a response code, or no answer. */
export type DnsAnswer = readonly string[] | keyof typeof responseCodes | 'silence';

/** A name server on the loopback that answers until the test ends. */
export interface DnsServer {
  /** `address:port`. */
  readonly address: string;
  /** `A example.com` for each query, in the order of arrival. */
  readonly queries: readonly string[];
  /** The ports that queries came from. */
  readonly ports: ReadonlySet<number>;
}

/** Starts a name server; its addresses are served as A or AAAA records, as the query requests. */
export async function startDnsServer(
  answer: (name: string, type: string) => DnsAnswer | Promise<DnsAnswer>,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const queries: string[] = [];
  const ports = new Set<number>();
  const reply = async (bytes: Buffer, { port, address }: RemoteInfo) => {
    const { id, questions = [] } = decode(bytes);
    const [question] = questions;
    if (question === undefined) return;
    ports.add(port);
    queries.push(`${question.type} ${question.name}`);
    const answered = await answer(question.name, question.type);
    if (answered === 'silence') return;
    const code = typeof answered === 'string' ? responseCodes[answered] : 0;
    // Recursion desired and available, and the response code (RFC 1035 section 4.1.1).
    const flags = 0x0180 | code;
    const answers =
      typeof answered === 'string' ? [] : answered.flatMap((record) => toRecord(question, record));
    socket.send(
      encode({ type: 'response', ...(id === undefined ? {} : { id }), flags, questions, answers }),
      port,
      address,
    );
  };
  socket.on('message', (bytes, peer) => void reply(bytes, peer));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries, ports };
}

function toRecord({ name, type }: Question, data: string): Answer[] {
  const fits = type === (data.includes(':') ? 'AAAA' : 'A');
  return fits ? [{ name, type: type, ttl: 60, data }] : [];
}
