import type net from 'node:net';
import { failure, type Failure } from '../model/failure.js';
import { limits } from './limits.js';
import { onBeat } from './loop-clock.js';

/** Bytes that a connection has received, counted on the system's socket. */
export interface ReceivedBytes {
  readonly total: number;
  /**
   * Bytes that TLS did not pass on: the handshake, record headers, and what a server may send endlessly after it: tickets, key updates and empty
   * records (RFC 8446 sections 4.6 and 5.1). A TLS socket's `bytesRead` does not count them.
   */
  readonly hidden: number;
}

/** Bytes received by a connection; `secure` is its TLS socket, if any. */
export function countBytes(tcp: net.Socket, secure: net.Socket | null): ReceivedBytes {
  const total = tcp.bytesRead;
  return { total, hidden: secure === null ? 0 : total - secure.bytesRead };
}

export function sumBytes(counts: readonly ReceivedBytes[]): ReceivedBytes {
  const sum = { total: 0, hidden: 0 };
  for (const { total, hidden } of counts) {
    sum.total += total;
    sum.hidden += hidden;
  }
  return sum;
}

/** Bounds the bytes that connections receive. */
export interface ByteMeter {
  /** Whether the bounds still hold; calls back if not. Also runs at every beat of the loop clock. */
  readonly check: () => boolean;
  /** Resets the count of the total to zero. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/**
 * Calls back once if more than `limitBytes` arrive, or if TLS alone takes more than any server needs: a ticket of 18 bytes costs four
 * microseconds.
 */
export function startMeter(
  count: () => ReceivedBytes,
  limitBytes: number,
  onExceeded: (why: Failure) => void,
): ByteMeter {
  let startedAt = 0;
  let exceeded: Failure | null = null;
  const check = () => {
    if (exceeded !== null) return false;
    const { total, hidden } = count();
    if (total - startedAt > limitBytes) exceeded = failure('net/response-too-large', { limitBytes });
    else if (hidden > limits.tlsBytes + (total - hidden) / 4)
      exceeded = failure('net/response-too-large', { limitBytes: limits.tlsBytes });
    else return true;
    stop();
    onExceeded(exceeded);
    return false;
  };
  const stop = onBeat(check);
  return { check, restart: () => (startedAt = count().total), stop };
}
