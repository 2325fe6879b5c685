import type { RawAdd } from './add.js';
import type { RawDemo } from './demo/index.js';
import type { RawExporter } from './exporter.js';
import type { RawHistory } from './history.js';
import type { RawMerge } from './merge.js';
import type { RawQuery } from './query.js';
import type { RawService } from './query-service.js';
import type { RawOptions } from './raw-options.js';
import type { RawRemove } from './remove.js';
import type { RawServe } from './serve-options.js';

/** What the program does for each command; each resolves to the exit status. */
export interface Actions {
  readonly check: (paths: readonly string[], options: RawOptions) => Promise<number>;
  readonly probe: (kind: string, urls: readonly string[], options: RawOptions) => Promise<number>;
  readonly add: (args: readonly string[], options: RawAdd) => Promise<number>;
  readonly remove: (addresses: readonly string[], options: RawRemove) => Promise<number>;
  readonly history: (files: readonly string[], options: RawHistory) => Promise<number>;
  readonly merge: (paths: readonly string[], options: RawMerge) => Promise<number>;
  readonly query: (args: readonly string[], options: RawQuery) => Promise<number>;
  readonly smoke: (networks: readonly string[], options: RawOptions & RawService) => Promise<number>;
  readonly serve: (registry: string | undefined, options: RawServe) => Promise<number>;
  readonly exporter: (registry: string | undefined, options: RawExporter) => Promise<number>;
  readonly explain: (rule: string | undefined) => Promise<number>;
  readonly completion: (shell: string) => Promise<number>;
  readonly demo: (options: RawDemo) => Promise<number>;
}

/** Called with the exit status of the command that ran. */
export type Done = (exitCode: number) => void;
