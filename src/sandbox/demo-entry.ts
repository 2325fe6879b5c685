import type { SandboxServer } from './server.js';

/** An entry of the demo's registry, and the expected result of a check. */
export interface DemoEntry {
  readonly provider: string;
  readonly url: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'invalid';
  /** All findings about the entry, notices included. */
  readonly rules: readonly string[];
}

/** Keeps a server running until the end of the demo; resolves to its port. */
export type Start = (server: Promise<SandboxServer>) => Promise<number>;

/** An entry that passes; its findings are not errors. */
export function pass(provider: string, url: string, rules: readonly string[] = []): DemoEntry {
  return { provider, url, verdict: 'pass', rules };
}

/** An entry that is probed and fails. */
export function fail(provider: string, url: string, rule: string): DemoEntry {
  return { provider, url, verdict: 'fail', rules: [rule] };
}

/** A malformed entry, which is not probed. */
export function skip(provider: string, url: string, rule: string): DemoEntry {
  return { provider, url, verdict: 'invalid', rules: [rule] };
}
