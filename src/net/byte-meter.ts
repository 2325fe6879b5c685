import type net from 'node:net';
import { failure, type Failure } from '../model/failure.js';
import { limits } from './limits.js';
import { onBeat } from './loop-clock.js';

/** What a connection has received, as the system's socket counts it. */
export interface ReceivedBytes {
  readonly total: number;
  /**
   * What TLS kept to itself: the handshake, the frames of records, and what a server may send after it without end, tickets, updates of keys and empty
   * records (RFC 8446 sections 4.6 and 5.1). None of that arrives as data, or counts in `bytesRead` of a TLS socket.
   */
  readonly hidden: number;
}

/** What a connection has received that a TLS socket, if any, reads. */
export function countBytes(tcp: net.Socket, secure: net.Socket | null): ReceivedBytes {
  const total = tcp.bytesRead;
  return { total, hidden: secure === null ? 0 : total - secure.bytesRead };
}

/** What several connections have received together. */
export function sumBytes(counts: readonly ReceivedBytes[]): ReceivedBytes {
  const sum = { total: 0, hidden: 0 };
  for (const { total, hidden } of counts) {
    sum.total += total;
    sum.hidden += hidden;
  }
  return sum;
}

/** Bounds what connections receive. */
export interface ByteMeter {
  /** Whether the bounds still hold. Calls back where they do not, as every beat of the loop's clock does. */
  readonly check: () => boolean;
  /** Counts the total from here on. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/** Calls back, once, when more than `limitBytes` has come, or more for TLS alone than any server needs: a ticket of 18 bytes costs four microseconds. */
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
