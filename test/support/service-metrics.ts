import { readSample } from './exporter.js';
import { ask, type RawAnswer } from './http.js';
import { type SpawnedService } from './spawn-service.js';

/** The requests of tests to a service. */
export interface ServiceAsker {
  readonly get: (path: string) => Promise<RawAnswer>;
  /** The value of a sample of `/metrics`, by its name and labels; null if there is none. */
  readonly read: (sample: string) => Promise<number | null>;
}

/** Sends a request to a service with its token. */
export function createAsker({ url, token }: Pick<SpawnedService, 'url' | 'token'>): ServiceAsker {
  const get = (path: string) => ask(url, path, { headers: { authorization: `Bearer ${token}` } });
  return { get, read: async (sample) => readSample((await get('/metrics')).body, sample) };
}
