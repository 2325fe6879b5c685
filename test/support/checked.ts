import type { Check } from '../../src/checks/check.js';
import type { ProbeContext } from '../../src/net/probe-context.js';
import { createProbeContext } from './probe-context.js';

/** What a check says of a server of this machine: its facts, and the codes of its problems, without that of plaintext. */
export async function check(
  kind: Check,
  port: number,
  attempt = 1,
  otherwise: Partial<ProbeContext> & { readonly isArchive?: boolean } = {},
) {
  const { isArchive = false, ...context } = otherwise;
  const probe = await kind.loadProbe();
  const created = createProbeContext(port, context);
  const target = { ...created.target, ...(isArchive ? { claimsArchive: true as const } : {}) };
  const { facts, problems, judgeClaim } = await probe({ ...created, target }, attempt);
  const judged = problems.filter(({ code }) => code !== 'http/plaintext');
  return { facts, codes: judged.map(({ code }) => code), problems: judged, judgeClaim };
}
