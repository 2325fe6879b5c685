import { checks, getCheck } from '../../checks/index.js';
import { describeAddress } from '../../model/describe-address.js';
import type { Entry } from '../../model/entry.js';
import { anyForm } from '../../model/kind.js';

/** The keys of entries at an address: kind and address in one spelling, or kind and text. */
export function listKeys(address: string, only: ReadonlySet<string> | null): ReadonlySet<string> {
  const kinds = checks.filter(({ kind }) => only?.has(kind) !== false);
  return new Set(
    kinds.flatMap(({ kind, readUrl }) => {
      const targets = spellAddress(address).flatMap((spelling) => readUrl(spelling, anyForm).target ?? []);
      return [`${kind} "${address}"`, ...targets.map((target) => `${kind} ${describeAddress(target)}`)];
    }),
  );
}

/** An address in the spelling of each kind: with TLS or without, as it is written; without a scheme, with TLS. */
function spellAddress(address: string): readonly string[] {
  const [, scheme, rest = address] = /^([a-z]+):\/\/(.*)$/is.exec(address) ?? [];
  const schemes = /^(?:http|ws)$/i.test(scheme ?? '') ? ['http', 'ws'] : ['https', 'wss'];
  return [address, ...schemes.map((addressScheme) => `${addressScheme}://${rest}`)];
}

/** The keys of an entry, one of which is among those of its address. */
export function keysOf({ kind, url, target }: Entry): readonly string[] {
  const text = url?.trim() ?? '';
  // An address is one even if its list does not allow its form.
  const meant = target ?? getCheck(kind).readUrl(text, anyForm).target;
  return [`${kind} "${text}"`, ...(meant === null ? [] : [`${kind} ${describeAddress(meant)}`])];
}

/** The host of an address of any form, in lower case; empty without one. */
export function readHost(address: string): string {
  const [, host = ''] = /^(?:[a-z][a-z+]*:\/*)?(\[[^\]]*\]|[^/:?#]+)/i.exec(address) ?? [];
  return host.toLowerCase();
}
