import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** How many connections a server has at once. */
export interface ConnectionLimits {
  readonly total: number;
  /** Of one client: an IPv4 address, or the first 64 bits of an IPv6 address, which is what one customer gets. */
  readonly perAddress: number;
}

const usualLimits: ConnectionLimits = { total: 4_096, perAddress: 1_024 };
/** Open files that are not for clients: connections to nodes, files of the registry, the log. */
const reservedFiles = 512;

/**
 * The usual limits, less where the process may open fewer files: then 512 of them, at most half, are reserved for everything but
 * clients, and one address may have half of the rest.
 */
export function chooseConnectionLimits(openFiles: number): ConnectionLimits {
  const reserved = Math.min(reservedFiles, Math.floor(openFiles / 2));
  const total = Math.min(usualLimits.total, openFiles - reserved);
  return { total, perAddress: Math.min(usualLimits.perAddress, Math.ceil(total / 2)) };
}

/** How many files this process may have open; Infinity where the system does not say. */
export function readOpenFileLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

/** Counts the connections of a server, by client. */
export class ConnectionCounter {
  readonly #limits: ConnectionLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Counts a connection until it closes; false, and not counted, where it is beyond a limit. */
  admit(socket: Socket): boolean {
    const address = groupAddress(socket.remoteAddress ?? '');
    const count = this.#byAddress.get(address) ?? 0;
    if (this.#total >= this.#limits.total || count >= this.#limits.perAddress) return false;
    this.#total += 1;
    this.#byAddress.set(address, count + 1);
    socket.once('close', () => this.#release(address));
    return true;
  }

  #release(address: string): void {
    this.#total -= 1;
    const left = (this.#byAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}

/** What counts as one client: an IPv4 address, also where it is mapped into IPv6 (RFC 4291 section 2.5.5.2), or the /64 of an IPv6 address. */
export function groupAddress(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end has the place of two groups.
  const width = right.length + Number(tail.includes('.'));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - width) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
