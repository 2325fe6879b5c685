import type { PhasesMs } from '../model/report.js';

/** The phases of what was never dialled. */
export const noPhases: PhasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };
