import type { Finding } from './finding.js';
import type { EndpointReport } from './report.js';

/** Which part of a report is the reader's own, since it differs from the registry's main branch. */
export interface OwnChanges {
  /** What the files were compared with, such as `origin/main`. */
  readonly ref: string;
  /** Of an endpoint, and of a finding about a file and none of its endpoints. */
  readonly isOwn: (item: EndpointReport | Finding) => boolean;
}
