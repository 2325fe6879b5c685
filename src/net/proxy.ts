import type net from 'node:net';
import { failed, failure, success, type Failure, type Result } from '../model/failure.js';
import { truncate } from '../model/text.js';
import { findRefusedRange, formatAddress, isIpAddress } from './address.js';
import { withLimit } from './abort.js';
import { connectTcp, readFirst, type TcpConnection } from './connect.js';
import type { ProbeContext, Proxy } from './probe-context.js';
import { limits } from './limits.js';
import { isLoopbackName } from './connect-options.js';
import type { Resolve } from './resolve.js';

/** Connects to a target: directly to its addresses, or through the context's proxy, whose addresses these are then. */
export async function connectTarget(
  context: ProbeContext,
  addresses: readonly string[],
): Promise<Result<TcpConnection>> {
  const { proxy, target } = context;
  const tcp = await connectTcp(addresses, proxy?.port ?? target.port, context);
  if (proxy === null) return tcp;
  if (!tcp.ok) return { ok: false, failure: proxyFailed(proxy, tcp.failure.code) };
  const broken = await openTunnel(tcp.value.socket, context, proxy);
  return broken === null ? tcp : { ok: false, failure: broken };
}

/**
 * Resolves a target to the proxy's addresses. Only a target that is an IP address or a loopback name can be judged here, since the proxy
 * resolves names.
 */
export function resolveProxy(proxy: Proxy, resolveHost: Resolve, allowPrivate: boolean): Resolve {
  return async (host, signal) => {
    const address = isIpAddress(host) ? host : isLoopbackName(host) ? '127.0.0.1' : null;
    const range = address === null || allowPrivate ? null : findRefusedRange(address);
    if (address !== null && range !== null) return failed('net/blocked-address', { host, address, range });
    const resolution = await resolveHost(proxy.host, signal);
    return resolution.ok ? resolution : { ok: false, failure: proxyFailed(proxy, resolution.failure.code) };
  };
}

/** A failure of a proxy, or to reach it, proves nothing about the target. */
export function proxyFailed({ host, port }: Proxy, detail: string): Failure {
  return failure('net/proxy-failed', { proxy: formatAddress(host, port), detail });
}

/**
 * The failure of a proxy that answers in the target's place: HTML or HTTP comes out of a tunnel into which nothing was sent, and no target of any
 * kind begins so. Null without a proxy, and if it is not at fault.
 */
export async function findProxyAnswer(context: ProbeContext): Promise<Failure | null> {
  const { proxy, target, signal, resolve } = context;
  if (proxy === null) return null;
  const addresses = await resolve(target.host, signal);
  const tcp = addresses.ok ? await connectTarget(context, addresses.value) : addresses;
  if (!tcp.ok) return null;
  const { socket } = tcp.value;
  const limit = withLimit(signal, limits.proxyAnswerMs);
  const bytes = await readFirst(socket, limit.signal).catch(() => null);
  limit.clear();
  socket.destroy();
  const [line = ''] = (bytes?.toString('latin1') ?? '').trimStart().split(/[\r\n]/);
  if (!/^(?:<|HTTP\/)/.test(line)) return null;
  return proxyFailed(proxy, `it answered "${truncate(line)}" itself`);
}

/** Opens a tunnel to the target through a proxy on a connected socket. Null on success; otherwise the socket is destroyed. */
export async function openTunnel(
  socket: net.Socket,
  { target, signal }: Pick<ProbeContext, 'target' | 'signal'>,
  proxy: Proxy,
): Promise<Failure | null> {
  const name = formatAddress(target.host, target.port);
  const authorization = proxy.authorization === null ? '' : `Proxy-Authorization: ${proxy.authorization}\r\n`;
  socket.write(`CONNECT ${name} HTTP/1.1\r\nHost: ${name}\r\n${authorization}\r\n`);
  const limit = withLimit(signal, limits.connectMs);
  const head = await readHead(socket, limit.signal);
  limit.clear();
  const status = head.ok ? /^HTTP\/1\.[01] (\d{3})\b/.exec(head.value)?.[1] : undefined;
  if (status?.startsWith('2') === true) return null;
  socket.destroy();
  const answer = status === undefined ? 'no HTTP' : `HTTP ${status}`;
  return proxyFailed(proxy, head.ok ? answer : head.failure.code);
}

const httpBegin = 'HTTP/1.';

/** Reads a proxy's header up to the empty line, or the beginning of what is no HTTP; later bytes stay on the socket for the target's reader. */
function readHead(socket: net.Socket, signal: AbortSignal): Promise<Result<string>> {
  return new Promise((resolve) => {
    let head = Buffer.alloc(0);
    const address = formatAddress(socket.remoteAddress ?? '', socket.remotePort ?? 0);
    const settle = (result: Result<string>) => {
      signal.removeEventListener('abort', onAbort);
      socket.off('data', onData).off('error', onEnd).off('end', onEnd).pause();
      resolve(result);
    };
    const onAbort = () => settle(failed('net/response-timeout', { address, limitMs: limits.connectMs }));
    const onEnd = () => settle(failed('net/reset', { address, phase: 'answer' }));
    const onData = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes]);
      const begin = head.toString('latin1', 0, httpBegin.length);
      if (!httpBegin.startsWith(begin)) return settle(success(begin));
      const end = head.indexOf('\r\n\r\n');
      if (end >= 0) {
        settle(success(head.toString('latin1', 0, end)));
        socket.unshift(head.subarray(end + 4));
      } else if (head.length > limits.httpHeaderBytes)
        settle(failed('net/response-too-large', { limitBytes: limits.httpHeaderBytes }));
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('data', onData).on('error', onEnd).on('end', onEnd);
  });
}
