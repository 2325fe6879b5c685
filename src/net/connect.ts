import { once } from 'node:events';
import net from 'node:net';
import { type Failure, type Result, success } from '../model/failure.js';
import { withLimit } from './abort.js';
import { formatAddress } from './address.js';
import { chooseFailure, classifyConnectError, errorCode, judgeMissingRoute } from './failure.js';
import { limits } from './limits.js';
import type { ProbeContext } from './probe-context.js';

export interface TcpConnection {
  readonly socket: net.Socket;
  /** `ip:port` of the remote end. */
  readonly address: string;
}

/**
 * Opens a TCP connection to the first address that accepts. Each next one is tried as soon as the one before fails, or in parallel after 250 ms
 * (RFC 8305). Connects to addresses only, never to names. The caller must destroy the socket; the losers are destroyed here.
 */
export function connectTcp(
  addresses: readonly string[],
  port: number,
  { signal: parent, budgetMs }: Pick<ProbeContext, 'signal' | 'budgetMs'>,
): Promise<Result<TcpConnection>> {
  const limit = withLimit(parent, limits.connectMs);
  const waiting = addresses.slice(0, limits.addresses);
  // A socket belongs to the race while it is in this set, then to the caller.
  const racing = new Set<net.Socket>();
  const failures: Failure[] = [];
  let timer: NodeJS.Timeout | undefined;

  return new Promise((resolve) => {
    // Synchronous, so that nothing here can touch the winner after the promise resolves.
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
      // net.connect would connect even if the signal has already aborted.
      if (limit.signal.aborted) return fail(address, 'ABORT_ERR');
      const socket = net.connect({ host, port, noDelay: true, signal: limit.signal });
      racing.add(socket);
      socket.once('connect', () => {
        racing.delete(socket);
        end(success({ socket, address }));
      });
      // Stays for good, since an error without a listener would end the process. After the race its owner notices the close.
      socket.on('error', (error) => {
        if (racing.delete(socket)) fail(address, errorCode(error));
      });
    };
    startNext();
  });
}

/** The first bytes that arrive; null if the connection ends without any. Rejects with the socket's error, or when the signal aborts. */
export async function readFirst(socket: net.Socket, signal: AbortSignal): Promise<Buffer | null> {
  const ended = once(socket, 'end', { signal }).then(() => null);
  const data = once(socket, 'data', { signal }).then(([bytes]) => bytes as Buffer);
  // The loser of the race rejects when the socket is destroyed.
  ended.catch(() => undefined);
  data.catch(() => undefined);
  // Reading a proxy's header leaves the socket paused.
  socket.resume();
  return Promise.race([data, ended]);
}
