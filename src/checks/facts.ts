import type { PhasesMs } from '../model/report.js';

/** The phases of an endpoint that was not probed. */
export const noPhases: PhasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };

/** A time in milliseconds since 1970 in ISO 8601, UTC; null if a Date cannot hold it. */
export function toIso(timeMs: number): string | null {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
