import { checks, getCheck } from '../../checks/index.js';
import { describeAddress, describeListedAddress, anyForm } from '../../model/kind.js';
import type { Entry } from '../../model/entry.js';

/**
 * The keys of entries at an address: kind and address in one spelling, or kind and text. A path counts for every kind, even for one that is probed
 * without it: at that path may be an endpoint of another kind.
 */
export function listKeys(address: string, only: ReadonlySet<string> | null): ReadonlySet<string> {
  const kinds = checks.filter(({ kind }) => only?.has(kind) !== false);
  return new Set(
    kinds.flatMap(({ kind, readUrl }) => {
      const spellings = spellAddress(address).flatMap(
        (spelling) => describeListedAddress(readUrl(spelling, anyForm)) ?? [],
      );
      return [`${kind} "${address}"`, ...spellings.map((spelling) => `${kind} ${spelling}`)];
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
export function keysOf({ kind, url, target }: Pick<Entry, 'kind' | 'url' | 'target'>): readonly string[] {
  const text = url?.trim() ?? '';
  const reading = getCheck(kind).readUrl(text, anyForm);
  // An address is one even if its list does not allow its form.
  const meant = target ?? reading.target;
  const spellings = [meant === null ? null : describeAddress(meant), describeListedAddress(reading)];
  return [
    `${kind} "${text}"`,
    ...spellings.flatMap((spelling) => (spelling === null ? [] : `${kind} ${spelling}`)),
  ];
}

/** The host of an address of any form, in lower case; empty without one. */
export function readHost(address: string): string {
  const [, host = ''] = /^(?:[a-z][a-z+]*:\/*)?(\[[^\]]*\]|[^/:?#]+)/i.exec(address) ?? [];
  return host.toLowerCase();
}
