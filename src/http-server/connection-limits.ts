import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Maximum numbers of connections of a server. */
export interface ConnectionLimits {
  readonly total: number;
  /** Per client: an IPv4 address, or the first 64 bits of an IPv6 address, which one customer gets. */
  readonly perAddress: number;
}

const defaultLimits: ConnectionLimits = { total: 4_096, perAddress: 1_024 };
/** Files for other purposes than clients: connections to nodes, files of the registry, the log. */
const reservedFiles = 512;

/**
 * Chooses the default limits, or less if the process may open fewer files: 512 files, at most half of all, are reserved for other purposes than
 * clients, and one address may use half of the rest.
 */
export function chooseConnectionLimits(openFiles: number): ConnectionLimits {
  const reserved = Math.min(reservedFiles, Math.floor(openFiles / 2));
  const total = Math.min(defaultLimits.total, openFiles - reserved);
  return { total, perAddress: Math.min(defaultLimits.perAddress, Math.ceil(total / 2)) };
}

/** The limit of open files of this process; Infinity if the system does not tell. */
export function readOpenFileLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

/** Counts the connections of a server by client. */
export class ConnectionCounter {
  readonly #limits: ConnectionLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Counts a connection until it closes. False if it exceeds a limit; then it is not counted. */
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

/** The unit that counts as one client: an IPv4 address, also if mapped into IPv6 (RFC 4291 section 2.5.5.2), or the /64 of an IPv6 address. */
export function groupAddress(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end replaces two groups.
  const width = right.length + Number(tail.includes('.'));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - width) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
