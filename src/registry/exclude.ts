import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { readText } from '../formats/format.js';
import { describeUnknown, describeUnknownKind } from '../model/describe-unknown.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import type { Problem } from '../model/rule.js';
import { describeRepeated, parseJsoncList } from './json/parse-json.js';

export interface Exclusion {
  readonly kind: string | null;
  /** A host, or `*.example.com` for all its subdomains. */
  readonly host: string | null;
  readonly provider: string | null;
  readonly chain: string | null;
  readonly reason: string;
  /** The last day on which it applies, in ISO 8601 (UTC); null for no limit. */
  readonly until: string | null;
  /** 1-based. */
  readonly line: number;
}

const criteria = ['kind', 'host', 'provider', 'chain'] as const;
type Criterion = (typeof criteria)[number];
const fields = [...criteria, 'reason', 'until'];

/** Parses an exclusion file: a JSON array that may contain comments and trailing commas. Each error starts with its line. */
export function parseExclusions(
  text: string,
  kinds: readonly string[],
): { readonly exclusions: readonly Exclusion[]; readonly errors: readonly string[] } {
  const parsed = parseJsoncList(text);
  if ('reason' in parsed) return { exclusions: [], errors: [`line ${parsed.line}: ${parsed.reason}`] };
  const errors: string[] = [];
  const exclusions: Exclusion[] = [];
  for (const { value, line, fields: named } of parsed.items) {
    const names = new Set<string>();
    for (const field of named) {
      if (names.has(field.name)) errors.push(`line ${field.line}: ${describeRepeated(field.name)}`);
      names.add(field.name);
    }
    const item = readItem(value, names, kinds);
    if ('reason' in item) exclusions.push({ ...item, line });
    else errors.push(...item.map((error) => `line ${line}: ${error}`));
  }
  return { exclusions, errors };
}

function readItem(
  value: JsonValue,
  names: ReadonlySet<string>,
  kinds: readonly string[],
): Omit<Exclusion, 'line'> | readonly string[] {
  if (!isJsonObject(value)) return ['expected an object'];
  const errors = [...names].flatMap((name) => {
    if (!fields.includes(name)) return [describeUnknown('field', name, fields)];
    return (readText(value, name)?.trim() ?? '') === '' ? [`${name} must be a string that is not empty`] : [];
  });
  if (errors.length > 0) return errors;
  const read = (name: string) => readText(value, name);
  const [kind, until, reason] = [read('kind'), read('until'), read('reason')];
  if (kind !== null && !kinds.includes(kind)) errors.push(describeUnknownKind(kind, kinds));
  if (until !== null && !isDay(until)) errors.push(`until must be a day such as 2026-12-31, got "${until}"`);
  if (reason === null) errors.push('expected a reason');
  if (criteria.every((name) => read(name) === null))
    errors.push(`expected at least one of ${criteria.join(', ')}`);
  const host = readHost(read('host'));
  if (host === '')
    errors.push(`expected a host such as rpc.example.com or *.example.com, got "${read('host') ?? ''}"`);
  if (errors.length > 0) return errors;
  const provider = read('provider')?.trim().toLowerCase() ?? null;
  return { kind, host, provider, chain: read('chain'), reason: reason ?? '', until };
}

/** A host or a pattern of hosts, in the form that a target has; empty if it is none, such as a url. */
function readHost(text: string | null): string | null {
  const name =
    text
      ?.trim()
      .toLowerCase()
      .replace(/^\[(.*)\]$|\.$/, '$1') ?? null;
  if (name === null || isIPv6(name)) return name;
  return /[/:]|.\*|^\*(?!\.)/.test(name) ? '' : domainToASCII(name);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

/**
 * Finds the entries excluded at a time, each with the reason, and a warning for each exclusion that has expired. If the entries are those of a
 * whole registry, it also warns of exclusions that match none of them.
 */
export function applyExclusions(
  entries: readonly Entry[],
  exclusions: readonly Exclusion[],
  { file, now, isWhole }: { readonly file: string; readonly now: Date; readonly isWhole: boolean },
): { readonly excluded: ReadonlyMap<Entry, string>; readonly problems: readonly PlacedProblem[] } {
  const today = now.toISOString().slice(0, 10);
  const hasExpired = ({ until }: Exclusion) => until !== null && until < today;
  const valid = new ExclusionIndex(exclusions.filter((exclusion) => !hasExpired(exclusion)));
  const excluded = new Map<Entry, string>();
  for (const entry of entries) {
    const exclusion = valid.find(entry);
    if (exclusion !== null) excluded.set(entry, `excluded: ${exclusion.reason}`);
  }
  const report = (code: string, line: number, data: Problem['data']): PlacedProblem => {
    const range = { line, column: 1, endLine: line, endColumn: 1 };
    return { problem: { code, data }, place: { file, pointer: '', range }, entry: null };
  };
  const problems = exclusions.flatMap((exclusion): PlacedProblem[] => {
    const { line, until, reason } = exclusion;
    if (hasExpired(exclusion))
      return [report('file/exclusion-expired', line, { until: until ?? '', reason })];
    return isWhole && !valid.isUsed(exclusion) ? [report('file/exclusion-unused', line, { reason })] : [];
  });
  return { excluded, problems };
}

/** Finds the exclusion of an entry by comparing criteria as strings, so that its time does not grow with the number of exclusions. */
class ExclusionIndex {
  /** The first of equal exclusions. */
  readonly #firsts = new Map<string, { readonly exclusion: Exclusion; readonly index: number }>();
  /** The combinations of criteria that occur, fifteen at most. */
  readonly #forms = new Map<string, readonly Criterion[]>();
  readonly #used = new Set<string>();

  constructor(exclusions: readonly Exclusion[]) {
    for (const [index, exclusion] of exclusions.entries()) {
      const form = formOf(exclusion);
      this.#forms.set(form.join(' '), form);
      const key = keyOf(form, exclusion);
      if (!this.#firsts.has(key)) this.#firsts.set(key, { exclusion, index });
    }
  }

  find({ kind, target, provider, chain }: Entry): Exclusion | null {
    if (this.#forms.size === 0) return null;
    const values = { kind, chain, provider: provider?.trim().toLowerCase() ?? null };
    const hosts = listHostPatterns(target?.host ?? null);
    const matches = [...this.#forms.values()].flatMap((form) =>
      (form.includes('host') ? hosts : [null]).flatMap((host) => {
        const key = keyOf(form, { ...values, host });
        const first = this.#firsts.get(key);
        if (first === undefined) return [];
        this.#used.add(key);
        return [first];
      }),
    );
    return matches.sort((a, b) => a.index - b.index)[0]?.exclusion ?? null;
  }

  /** Whether an exclusion, or one equal to it, matched an entry. */
  isUsed(exclusion: Exclusion): boolean {
    return this.#used.has(keyOf(formOf(exclusion), exclusion));
  }
}

function formOf(exclusion: Exclusion): readonly Criterion[] {
  return criteria.filter((name) => exclusion[name] !== null);
}

function keyOf(form: readonly Criterion[], values: Pick<Exclusion, Criterion>): string {
  return JSON.stringify(form.map((name) => [name, values[name]]));
}

/** The patterns that match a host: itself, and `*.example.com` for each parent domain. */
function listHostPatterns(host: string | null): readonly string[] {
  if (host === null) return [];
  const dots = Array.from(host.matchAll(/\./g), ({ index }) => index);
  return [host, ...dots.map((dot) => `*${host.slice(dot)}`)];
}
