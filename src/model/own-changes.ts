import type { Finding } from './finding.js';
import type { EndpointReport } from './report.js';

/** Which part of a report differs from the registry's main branch, so that the reader has to answer for it. */
export interface OwnChanges {
  /** What the files were compared with, such as `origin/main`. */
  readonly ref: string;
  /** True for an endpoint, or a finding about a file as a whole, that the reader changed. */
  readonly isOwn: (item: EndpointReport | Finding) => boolean;
}
