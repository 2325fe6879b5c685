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
 * beside it after 250 ms (RFC 8305). It connects to addresses only, never to names. The socket is the caller's to destroy;
 * all others are destroyed.
 */
export function connectTcp(
  addresses: readonly string[],
  port: number,
  { signal: parent, budgetMs }: Pick<ProbeContext, 'signal' | 'budgetMs'>,
): Promise<Result<TcpConnection>> {
  const limit = withLimit(parent, limits.connectMs);
  const waiting = addresses.slice(0, limits.addresses);
  // A socket has one owner: the race while it is in here, then the caller.
  const racing = new Set<net.Socket>();
  const failures: Failure[] = [];
  let timer: NodeJS.Timeout | undefined;

  return new Promise((resolve) => {
    // All at once, not when the promise is continued: nothing of the race may touch the winner.
    const end = (result: Result<TcpConnection>) => {
      clearTimeout(timer);
      limit.clear();
      waiting.length = 0;
      for (const socket of racing) socket.destroy();
      racing.clear();
      resolve(result);
    };
    const fail = (address: string, code: string) => {
      failures.push(classifyConnectError(code, address, parent.aborted ? budgetMs : limits.connectMs));
      if (waiting.length > 0) startNext();
      else if (racing.size === 0)
        end({ ok: false, failure: judgeMissingRoute(chooseFailure(failures), addresses) });
    };
    const startNext = () => {
      clearTimeout(timer);
      const host = waiting.shift();
      if (host === undefined) return;
      if (waiting.length > 0) timer = setTimeout(startNext, limits.attemptDelayMs);
      const address = formatAddress(host, port);
      // net.connect connects even with a signal that was aborted before.
      if (limit.signal.aborted) return fail(address, 'ABORT_ERR');
      const socket = net.connect({ host, port, noDelay: true, signal: limit.signal });
      racing.add(socket);
      socket.once('connect', () => {
        racing.delete(socket);
        end(success({ socket, address }));
      });
      // For good: without a listener an error would end the process. After the race its owner sees that the socket has closed.
      socket.on('error', (error) => {
        if (racing.delete(socket)) fail(address, errorCode(error));
      });
    };
    startNext();
  });
}
