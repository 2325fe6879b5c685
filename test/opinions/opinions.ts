import type { Fault } from '../faults/fault.js';
import type { ClientName } from './clients.js';

/** The results of clients for the faults, as `scripts/record-opinions.ts` records them in `test/faults/opinions.json`. */
export interface Opinions {
  readonly versions: Readonly<Record<ClientName, string>>;
  /** By kind, name of the fault and client: `ok`, or the error of the client. */
  readonly outcomes: Readonly<
    Record<Fault['kind'], Readonly<Record<string, Readonly<Partial<Record<ClientName, string>>>>>>
  >;
}
