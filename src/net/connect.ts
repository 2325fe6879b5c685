import net from 'node:net';
import { success, type Failure, type Result } from '../model/failure.js';
import { formatAddress } from './address.js';
import { withLimit } from './abort.js';
import type { ProbeContext } from './probe-context.js';
import { chooseFailure, classifyConnectError, errorCode, judgeMissingRoute } from './failure.js';
import { limits } from './limits.js';

/** A TCP connection and the address, `ip:port`, that it goes to. */
export interface TcpConnection {
  readonly socket: net.Socket;
  readonly address: string;
}

/**
 * Opens a TCP connection to the first address that answers: each next one is tried as soon as the one before fails, or
 * beside it after 250 ms (RFC 8305). It connects to addresses only, never to names. The socket is the caller's to destroy.
 */
export async function connectTcp(
  addresses: readonly string[],
  port: number,
  { signal: parent, budgetMs }: Pick<ProbeContext, 'signal' | 'budgetMs'>,
): Promise<Result<TcpConnection>> {
  const limit = withLimit(parent, limits.connectMs);
  const waiting = addresses.slice(0, limits.addresses);
  const sockets = new Set<net.Socket>();
  const failures: Failure[] = [];
  let timer: NodeJS.Timeout | undefined;

  const won = await new Promise<TcpConnection | null>((resolve) => {
    const fail = (address: string, code: string) => {
      failures.push(classifyConnectError(code, address, parent.aborted ? budgetMs : limits.connectMs));
      if (waiting.length > 0) next();
      else if (sockets.size === 0) resolve(null);
    };
    const next = () => {
      clearTimeout(timer);
      const host = waiting.shift();
      if (host === undefined) return;
      if (waiting.length > 0) timer = setTimeout(next, limits.attemptDelayMs);
      const address = formatAddress(host, port);
      // net.connect connects even with a signal that was aborted before.
      if (limit.signal.aborted) return fail(address, 'ABORT_ERR');
      const socket = net.connect({ host, port, noDelay: true, signal: limit.signal });
      sockets.add(socket);
      socket.once('connect', () => {
        sockets.delete(socket);
        // From here on the reader of the socket sees its end; an error without a listener would end the process.
        socket.on('error', () => undefined);
        resolve({ socket, address });
      });
      socket.once('error', (error) => {
        sockets.delete(socket);
        fail(address, errorCode(error));
      });
    };
    next();
  });

  clearTimeout(timer);
  limit.clear();
  for (const socket of sockets) socket.on('error', () => undefined).destroy();
  return won === null
    ? { ok: false, failure: judgeMissingRoute(chooseFailure(failures), addresses) }
    : success(won);
}
