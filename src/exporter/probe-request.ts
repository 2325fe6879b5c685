import { parseQuery } from '../http-server/request-target.js';
import { truncate } from '../model/truncate.js';

export interface ProbeRequest {
  readonly kind: string;
  readonly target: string;
  /** Null if there is none. */
  readonly chain: string | null;
}

const names: readonly string[] = ['kind', 'target', 'chain'];

/** What to do about a parameter that is missing. */
const hints: Readonly<Record<string, string>> = {
  kind: 'add kind=rpc',
  target: 'copy the address from /targets',
};

/** Parses the query of `/probe`, or returns its errors as sentences. An empty value is none, as an empty label is for Prometheus. */
export function parseProbeRequest(query: string | null): ProbeRequest | readonly [string, ...string[]] {
  const sent = parseQuery(query);
  const errors: string[] = [];
  const read = (name: string): string => {
    const values = sent.get(name) ?? [];
    if (values.length > 1) errors.push(`${name} is repeated`);
    const [value = ''] = values;
    if (value === null) errors.push(`${name}: expected percent-encoded UTF-8`);
    return value ?? '';
  };
  const [kind, target, chain] = [read('kind'), read('target'), read('chain')];
  for (const [name, value] of Object.entries({ kind, target })) {
    if (value === '' && !errors.some((error) => error.startsWith(name)))
      errors.push(`${name} is missing: ${hints[name] ?? ''}`);
  }
  const unknown = [...sent.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    errors.push(`unknown parameter ${JSON.stringify(truncate(unknown))}: expected kind, target or chain`);
  const [first, ...rest] = errors;
  return first === undefined ? { kind, target, chain: chain === '' ? null : chain } : [first, ...rest];
}
