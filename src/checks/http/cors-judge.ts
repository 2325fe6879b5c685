import type { Problem } from '../../model/rule.js';
import type { Cors } from './cors.js';

/** The notice if pages of other origins may clearly not use an endpoint. Pure. */
export function judgeCors(cors: Cors): Problem[] {
  return cors?.allowed === false ? [{ code: 'http/no-cors', data: { reason: cors.reason } }] : [];
}

export function describeCors(cors: Cors | undefined): boolean | null {
  return cors?.allowed ?? null;
}
