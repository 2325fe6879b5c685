import { identify } from '../../jobs/identify.js';
import type { Job } from '../../jobs/job.js';

/** A denom of a network. */
export interface DenomKey {
  readonly network: string;
  readonly denom: string;
}

/** The job that reads the holders of a denom: those of the latest block, or of a height. */
export function createDenomJob({ network, denom }: DenomKey, height: number | null = null): Job {
  return { ...identify(network, ['holders', denom, height]), kind: 'holders' };
}

/** What a job reads. */
export function readDenomJob({ network, key }: Job): DenomKey & { readonly height: number | null } {
  const [, denom, height] = JSON.parse(key) as [string, string, number | null];
  return { network, denom, height };
}
