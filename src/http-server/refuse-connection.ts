import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { commonHeaders } from './common-headers.js';
import { formatProblem, type ProblemDetails, problemType } from './problem.js';
import { targetLimitBytes } from './request-target.js';

/** Why Node could not read a request. */
interface ParseFailure extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Answers a request that Node could not parse, and ends the connection. */
export function refuseConnection(error: ParseFailure, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] = describe(error);
  endWithProblem(socket, { status, detail });
}

/** Refuses a CONNECT (RFC 9110 section 9.3.6), for which Node hands over the connection, and ends it. */
export function refuseTunnel(socket: Duplex): void {
  endWithProblem(socket, { status: 405, detail: 'method not allowed: expected GET or HEAD' }, [
    'Allow: GET, HEAD',
  ]);
}

function endWithProblem(socket: Duplex, problem: ProblemDetails, fields: readonly string[] = []): void {
  const { status } = problem;
  const body = formatProblem(problem);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...fields,
    ...Object.entries(commonHeaders).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Disconnects a client that does not read the answer.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function describe({ code, rawPacket }: ParseFailure): [number, string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request did not arrive in time'];
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(rawPacket)
        ? [414, `the url is longer than ${targetLimitBytes} bytes`]
        : [431, 'the headers are too large'];
    default:
      return [400, 'malformed HTTP/1.1 request'];
  }
}

/** Whether the request line is too long. */
function isLongTarget(packet: Buffer | undefined): boolean {
  if (packet === undefined || !/^[A-Z]+ \S/.test(packet.subarray(0, 20).toString('latin1'))) return false;
  const end = packet.indexOf('\n');
  return end === -1 ? packet.length > targetLimitBytes : end > targetLimitBytes;
}
