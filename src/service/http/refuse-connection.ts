import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders } from './common-headers.js';
import { formatProblem, problemType } from './problem.js';
import { targetLimitBytes } from './request-target.js';

/** What Node tells of a connection that it could not read from. */
interface ParseFailure extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Answers what the parser of requests could not read, and ends the connection. */
export function refuseConnection(error: ParseFailure, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = describe(error);
  const body = formatProblem({ status, detail });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // A client that never reads is not waited for.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function describe({ code, rawPacket }: ParseFailure): [number, string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request did not come in time'];
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(rawPacket)
        ? [414, `a url may have ${targetLimitBytes} bytes`]
        : [431, 'the headers are too long'];
    default:
      return [400, 'the request is not HTTP/1.1'];
  }
}

/** True where the overflow stands in the first line of a request. */
function isLongTarget(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z]+ \S/.test(packet.subarray(0, 20).toString('latin1'))) return false;
  const end = packet.indexOf('\n');
  return end === -1 ? packet.length > targetLimitBytes : end > targetLimitBytes;
}
