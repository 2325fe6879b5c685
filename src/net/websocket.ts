import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';
import type { WebSocketKind } from '../model/endpoint-kind.generated.js';
import { failure, success, type Failure, type Result } from '../model/failure.js';
import { formatAddress } from './address.js';
import { startMeter } from './byte-meter.js';
import type { HeaderList } from './http.js';
import { createInbox } from './inbox.js';
import { limits } from './limits.js';
import { type OpenSocket, openSocket, type Peer } from './open-socket.js';
import type { ProbeContext } from './probe-context.js';
import { findLateRefusal } from './tls.js';
import { classifyClose, classifyWebSocketError, readRefusal } from './websocket-failure.js';

/** An open websocket (RFC 6455). */
export interface WebSocketConnection {
  /** Sends a text message; does nothing if the connection has ended. */
  send: (text: string) => void;
  /** The next message in order of arrival; once all have been taken and the connection has ended, why it ended. */
  receive: () => Promise<Result<string>>;
  close: () => void;
}

/** The result of opening a websocket. The peer is known even if it refused the upgrade. */
export interface WebSocketOpening {
  readonly peer: Peer | null;
  readonly opened: Result<WebSocketConnection>;
}

/**
 * Resolves, connects, performs the TLS handshake for wss, and upgrades the connection (RFC 6455 section 4.1). Follows no redirect and offers no
 * extension; sends more header fields, if there are any. The failures of the websocket itself are of the kind's family. The caller must close the connection.
 */
export async function openWebSocket(
  context: ProbeContext,
  family: WebSocketKind,
  headers: HeaderList = {},
): Promise<WebSocketOpening> {
  const tcp = await openSocket(context);
  if (!tcp.ok) return { peer: null, opened: tcp };
  return { peer: tcp.value.peer, opened: await upgrade(context, family, headers, tcp.value) };
}

function upgrade(
  { target, signal, clock, budgetMs, userAgent }: ProbeContext,
  family: WebSocketKind,
  headers: HeaderList,
  { socket, received, peer: { address } }: OpenSocket,
): Promise<Result<WebSocketConnection>> {
  const inbox = createInbox();
  let hasEnded = false;
  /** Whether a final answer has begun, not only an interim response. */
  let hasAnswered = false;
  let isAccepted = false;
  let frames = 0;

  return new Promise((resolve) => {
    const end = (why: Failure) => {
      if (hasEnded) return;
      hasEnded = true;
      meter.stop();
      signal.removeEventListener('abort', onAbort);
      client.terminate();
      socket.destroy();
      inbox.end(why);
      resolve({ ok: false, failure: why });
    };
    const onAbort = () => end(failure('net/response-timeout', { address, limitMs: budgetMs }));
    const meter = startMeter(received, limits.websocketBytes, end);
    const onFrame = () => {
      if (++frames <= limits.websocketFrames) return;
      const reason = `more than ${limits.websocketFrames} messages and pings`;
      end(failure(`${family}/bad-frames`, { reason }));
    };
    const onRequest = (request: ClientRequest) => {
      request.on('socket', () => {
        // ws and node:http have no limit for interim responses and control frames. This listener is the first, so that bytes are counted before
        // they are parsed.
        socket.prependListener('data', (bytes: Buffer) => {
          const parsedBytes = socket.bytesRead - bytes.length;
          if (meter.check() && !hasAnswered && parsedBytes > limits.httpHeaderBytes)
            end(failure('net/response-too-large', { limitBytes: limits.httpHeaderBytes }));
        });
        // Reading a proxy's answer leaves the socket paused.
        socket.resume();
      });
      request.end();
    };

    const options: ClientOptions & { maxHeaderSize: number; maxPendingAutoPongs: number } = {
      // The only connection is the validated one.
      createConnection: () => socket,
      headers: { ...headers, 'user-agent': userAgent },
      followRedirects: false,
      perMessageDeflate: false,
      maxHeaderSize: limits.httpHeaderBytes,
      maxPayload: limits.httpBodyBytes,
      maxFragments: limits.websocketFrames,
      // Pings are counted like messages.
      maxPendingAutoPongs: 0,
      finishRequest: onRequest,
    };
    const origin = `${target.secure ? 'wss' : 'ws'}://${formatAddress(target.host, target.port)}`;
    const client = new WebSocket(`${origin}${target.path}`, options);
    client.on('error', (error) =>
      end(findLateRefusal(socket) ?? classifyWebSocketError(error, { address, family, isAccepted })),
    );
    client.on('upgrade', () => {
      hasAnswered = isAccepted = true;
      clock.mark('firstByte');
    });
    client.on('unexpected-response', (_request: ClientRequest, response: IncomingMessage) => {
      hasAnswered = true;
      clock.mark('firstByte');
      readRefusal(response, family, signal).then(end, () => onAbort());
    });
    client.on('message', (data: Buffer, isBinary) => {
      onFrame();
      if (isBinary) end(failure(`${family}/bad-frames`, { reason: 'a binary message instead of text' }));
      else inbox.add(data.toString());
    });
    client.on('ping', onFrame);
    client.on('pong', onFrame);
    client.on('close', (code, reason) => end(classifyClose(code, reason.toString(), { address, family })));
    client.on('open', () => {
      const close = () => {
        // For the server's log; the answer is not awaited.
        client.close(1000);
        end(failure('net/reset', { address, phase: 'answer' }));
      };
      const send = (text: string) => {
        if (!hasEnded) client.send(text, () => undefined);
      };
      resolve(success({ send, receive: inbox.receive, close }));
    });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
