import { failure, type Failure } from '../../model/failure.js';
import { withLimit } from '../abort.js';
import { startMeter } from '../byte-meter.js';
import type { ProbeContext } from '../probe-context.js';
import { classifyBrokenConnection, errorCode } from '../failure.js';
import { limits } from '../limits.js';
import { openSocketAt } from '../open-socket.js';
import { readFirst } from '../read-first.js';
import type { Transport } from './session.js';

/** The client's connection preface with an empty SETTINGS frame, RFC 9113 section 3.4. */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');

/**
 * Connects to an endpoint with which no HTTP/2 connection was established, sends a client's preface and names the protocol of the answer.
 * Connects once, within the signal.
 */
export async function sniffProtocol(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
): Promise<Failure> {
  const { signal, budgetMs, clock } = context;
  // The phases that are reported are those of the first connection.
  const another = { ...context, clock: clock.startAnother() };
  const opened = await openSocketAt(another, addresses, { secure: transport === 'tls', alpn: 'h2' });
  if (!opened.ok) return opened.failure;
  const { socket, received, peer } = opened.value;
  const { address } = peer;
  const limit = withLimit(signal, limits.connectMs);
  const floods: Failure[] = [];
  const meter = startMeter(received, limits.grpcConnectionBytes, (why) => {
    floods.push(why);
    socket.destroy();
  });
  try {
    socket.write(preface);
    const bytes = await readFirst(socket, limit.signal);
    if (bytes === null) return failure('grpc/connection-dropped', { code: 'closed' });
    return classifyGreeting(bytes, address);
  } catch (error) {
    const [flood] = floods;
    if (flood !== undefined) return flood;
    if (limit.signal.aborted) {
      return failure('net/response-timeout', {
        address,
        limitMs: signal.aborted ? budgetMs : limits.connectMs,
      });
    }
    const code = errorCode(error);
    return classifyBrokenConnection(code, address, 'answer') ?? failure('grpc/connection-dropped', { code });
  } finally {
    limit.clear();
    meter.stop();
    socket.destroy();
  }
}

/** Names a server's protocol by the first bytes that it sends to an HTTP/2 client. */
export function classifyGreeting(bytes: Buffer, address: string): Failure {
  const text = bytes.toString('latin1', 0, 80);
  const [firstLine = ''] = text.split(/[\r\n]/);
  if (text.startsWith('HTTP/')) return failure('grpc/not-http2', { detail: firstLine });
  // A TLS record with an alert, RFC 8446 section 5.1.
  if (bytes[0] === 0x15 && bytes[1] === 0x03) return failure('grpc/wants-tls', { address });
  // A SETTINGS frame: the server does speak HTTP/2, but dropped the first connection.
  if (bytes[3] === 0x04) return failure('grpc/connection-dropped', { code: 'closed' });
  return failure('grpc/not-http2', { detail: firstLine });
}
