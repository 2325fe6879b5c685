import type { RawOptions } from './settings.js';

/** What the program does for each command; each resolves to the exit status. */
export interface Actions {
  readonly check: (paths: readonly string[], options: RawOptions) => Promise<number>;
  readonly probe: (kind: string, urls: readonly string[], options: RawOptions) => Promise<number>;
  readonly add: (args: readonly string[], options: RawOptions) => Promise<number>;
  readonly remove: (addresses: readonly string[], options: RawOptions) => Promise<number>;
  readonly history: (files: readonly string[], options: RawOptions) => Promise<number>;
  readonly merge: (paths: readonly string[], options: RawOptions) => Promise<number>;
  readonly query: (args: readonly string[], options: RawOptions) => Promise<number>;
  readonly smoke: (networks: readonly string[], options: RawOptions) => Promise<number>;
  readonly serve: (registry: string | undefined, options: RawOptions) => Promise<number>;
  readonly exporter: (registry: string | undefined, options: RawOptions) => Promise<number>;
  readonly explain: (rule: string | undefined) => Promise<number>;
  readonly completion: (shell: string) => Promise<number>;
  readonly demo: (options: RawOptions) => Promise<number>;
}

/** Called with the exit status of the command that ran. */
export type Done = (exitCode: number) => void;
