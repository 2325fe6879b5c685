import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import type { WebSocketKind } from '../model/endpoint-kind.generated.js';
import { failure, success, type Failure, type Result } from '../model/failure.js';
import { formatAddress } from './address.js';
import { type ByteMeter, startMeter } from './byte-meter.js';
import type { HeaderList } from './http.js';
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
  const opened = await new Promise<Result<WebSocketConnection>>((resolve) =>
    new Upgrade(context, family, tcp.value, resolve).start(headers),
  );
  return { peer: tcp.value.peer, opened };
}

/** An upgrade, and the connection that it leads to. */
class Upgrade implements WebSocketConnection {
  readonly #context: ProbeContext;
  readonly #family: WebSocketKind;
  readonly #socket: Socket;
  readonly #address: string;
  readonly #resolve: (result: Result<WebSocketConnection>) => void;
  readonly #inbox = createInbox();
  readonly #meter: ByteMeter;
  #client: WebSocket | null = null;
  #hasEnded = false;
  /** Whether a final answer has begun, not only an interim response. */
  #hasAnswered = false;
  #isAccepted = false;
  #frames = 0;

  constructor(
    context: ProbeContext,
    family: WebSocketKind,
    { socket, received, peer: { address } }: OpenSocket,
    resolve: (result: Result<WebSocketConnection>) => void,
  ) {
    this.#context = context;
    this.#family = family;
    this.#socket = socket;
    this.#address = address;
    this.#resolve = resolve;
    this.#meter = startMeter(received, limits.websocketBytes, (why) => this.#end(why));
  }

  start(headers: HeaderList): void {
    const { target, signal, clock, userAgent } = this.#context;
    const options: ClientOptions & { maxHeaderSize: number; maxPendingAutoPongs: number } = {
      // The only connection is the validated one.
      createConnection: () => this.#socket,
      headers: { ...headers, 'user-agent': userAgent },
      followRedirects: false,
      perMessageDeflate: false,
      maxHeaderSize: limits.httpHeaderBytes,
      maxPayload: limits.httpBodyBytes,
      maxFragments: limits.websocketFrames,
      // Pings are counted like messages.
      maxPendingAutoPongs: 0,
      finishRequest: (request: ClientRequest) => {
        request.on('socket', () => this.#boundHead());
        request.end();
      },
    };
    const origin = `${target.secure ? 'wss' : 'ws'}://${formatAddress(target.host, target.port)}`;
    const client = new WebSocket(`${origin}${target.path}`, options);
    this.#client = client;
    client.on('upgrade', () => {
      this.#hasAnswered = this.#isAccepted = true;
      clock.mark('firstByte');
    });
    client.on('unexpected-response', (_request: ClientRequest, response: IncomingMessage) => {
      this.#hasAnswered = true;
      clock.mark('firstByte');
      readRefusal(response, this.#family, signal).then((why) => this.#end(why), this.#onAbort);
    });
    client.on('open', () => this.#resolve(success(this)));
    this.#listen(client);
    if (signal.aborted) this.#onAbort();
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  send(text: string): void {
    if (!this.#hasEnded) this.#client?.send(text, () => undefined);
  }

  receive(): Promise<Result<string>> {
    return this.#inbox.receive();
  }

  close(): void {
    // For the server's log; the answer is not awaited.
    this.#client?.close(1000);
    this.#end(failure('net/reset', { address: this.#address, phase: 'answer' }));
  }

  #listen(client: WebSocket): void {
    const at = { address: this.#address, family: this.#family };
    client.on('message', (data: Buffer, isBinary) => {
      this.#countFrame();
      if (isBinary) this.#endBadly('a binary message instead of text');
      else this.#inbox.add(data.toString());
    });
    client.on('ping', () => this.#countFrame());
    client.on('pong', () => this.#countFrame());
    client.on('error', (error) => {
      const isAccepted = this.#isAccepted;
      this.#end(findLateRefusal(this.#socket) ?? classifyWebSocketError(error, { ...at, isAccepted }));
    });
    client.on('close', (code, reason) => this.#end(classifyClose(code, reason.toString(), at)));
  }

  /**
   * Bounds what comes before the final answer: ws and node:http have no limit for interim responses and control frames. This listener is the first, so
   * that bytes are counted before they are parsed.
   */
  #boundHead(): void {
    const limitBytes = limits.httpHeaderBytes;
    this.#socket.prependListener('data', (bytes: Buffer) => {
      const parsedBytes = this.#socket.bytesRead - bytes.length;
      if (this.#meter.check() && !this.#hasAnswered && parsedBytes > limitBytes)
        this.#end(failure('net/response-too-large', { limitBytes }));
    });
    // Reading a proxy's answer leaves the socket paused.
    this.#socket.resume();
  }

  #countFrame(): void {
    this.#frames += 1;
    if (this.#frames > limits.websocketFrames)
      this.#endBadly(`more than ${limits.websocketFrames} messages and pings`);
  }

  #endBadly(reason: string): void {
    this.#end(failure(`${this.#family}/bad-frames`, { reason }));
  }

  readonly #onAbort = (): void => {
    const limitMs = this.#context.budgetMs;
    this.#end(failure('net/response-timeout', { address: this.#address, limitMs }));
  };

  #end(why: Failure): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#meter.stop();
    this.#context.signal.removeEventListener('abort', this.#onAbort);
    this.#client?.terminate();
    this.#socket.destroy();
    this.#inbox.end(why);
    this.#resolve({ ok: false, failure: why });
  }
}

/** A queue of messages, in order of arrival. */
export interface Inbox {
  add: (message: string) => void;
  /** Ends the queue: no message is added after this. */
  end: (why: Failure) => void;
  /** The next message; once all have been taken and the queue has ended, the reason of the end. */
  receive: () => Promise<Result<string>>;
}

/** Creates an empty queue. The caller must bound its size. */
export function createInbox(): Inbox {
  const messages: string[] = [];
  const readers: ((result: Result<string>) => void)[] = [];
  let ended: Failure | null = null;

  const deliver = () => {
    while (readers.length > 0) {
      const message = messages.shift();
      if (message !== undefined) readers.shift()?.(success(message));
      else if (ended !== null) readers.shift()?.({ ok: false, failure: ended });
      else return;
    }
  };
  return {
    add: (message) => {
      if (ended !== null) return;
      messages.push(message);
      deliver();
    },
    end: (why) => {
      ended ??= why;
      deliver();
    },
    receive: () =>
      new Promise((resolve) => {
        readers.push(resolve);
        deliver();
      }),
  };
}
