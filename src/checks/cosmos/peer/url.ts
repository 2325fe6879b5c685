import type { AddressForms, UrlCorrection, UrlReading } from '../../../model/kind.js';
import { formatAmount } from '../../../model/amount.js';
import { removeInvisible, truncate } from '../../../model/text.js';
import { findRefusedRange, isIpAddress } from '../../../net/address.js';
import { readHostPort } from '../../url/host-port.js';
import { refuseLongUrl } from '../../url/problem.js';

export const peerExample = '3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb@node.example.com:26656';

/** The form of an id: CometBFT compares it as a string with the id that it derives from the key. */
const peerId = /^[\da-f]{40}$/;

/** Reads `id@host:port` strictly, and reports all that is wrong with it at once. */
export function readPeerUrl(url: string, forms: AddressForms = {}): UrlReading {
  const tooLong = refuseLongUrl(url, peerExample);
  if (tooLong !== null) return tooLong;
  const [id, address] = splitPeer(url);
  const options = { example: 'node.example.com:26656', defaultPort: '26656' };
  const reading = readHostPort(address.slice(address.lastIndexOf('@') + 1), {}, options);
  const isOther = reading.problems.some(({ data }) => data['remedy'] !== undefined);
  const fault = isOther ? null : findPeerFault(id, address);
  const data = fault && { ...fault, suggestion: suggestPart(url, fault.inAddress) };
  const [first, ...others] = [
    ...(data === null ? [] : [{ code: 'entry/peer-id' as const, data }]),
    ...reading.problems,
  ];
  if (first !== undefined) return { target: null, problems: [first, ...others] };
  if (reading.target === null || id === null) throw new Error('an address without a problem has a target');
  const { host, port } = reading.target;
  const range = forms.warnsOfPrivate === true && isIpAddress(host) ? findRefusedRange(host) : null;
  return {
    target: { host, port, path: '', secure: false, peerId: id },
    problems: range === null ? [] : [{ code: 'entry/private-address', data: { address: host, range } }],
  };
}

/** Splits the id and the address of a peer at the first `@`. The id is null without one. */
function splitPeer(url: string): readonly [id: string | null, address: string] {
  const at = url.indexOf('@');
  return at < 0 ? [null, url] : [url.slice(0, at), url.slice(at + 1)];
}

/** What is wrong with the id, or with an address that holds more than an address; null for nothing. */
function findPeerFault(id: string | null, address: string): { reason: string; inAddress: boolean } | null {
  const reason =
    id === null ? 'the id is missing' : address.startsWith('@') ? 'the id ends in @' : describeId(id);
  if (reason !== null) return { reason, inAddress: false };
  if (!address.includes('@')) return null;
  return twice.test(address)
    ? { reason: 'the id has an address too', inAddress: false }
    : { reason: 'the address has an id too', inAddress: true };
}

/** One address twice: in the field of the id, and beside it. */
const twice = /^([^@]+)@\1$/;

function describeId(id: string): string | null {
  if (peerId.test(id)) return null;
  if (id === '') return 'the id is empty';
  const visible = removeInvisible(id).trim();
  if (peerId.test(visible)) return 'the id has blanks around it';
  if (peerId.test(visible.toLowerCase())) return 'the id has capitals';
  return /^[\da-f]+$/i.test(visible)
    ? `the id has ${formatAmount(visible.length, 'digit')}`
    : `"${truncate(visible)}" is not an id`;
}

/** An id in any case at the beginning, with blanks around it, and the rest after the `@`. */
const written = /^\s*([\da-f]{40})\s*@+\s*(.*)$/is;

/** Writes the id in lower case, without blanks, and only once if the address repeats it. */
const correctId: UrlCorrection = (url) => {
  const [, id = '', address = ''] = written.exec(removeInvisible(url)) ?? [];
  if (id === '') return url;
  const repeated = written.exec(address);
  if (repeated === null) return `${id.toLowerCase()}@${address.replace(twice, '$1')}`;
  // Of two different ids it is unknown which is right.
  const isSame = repeated[1]?.toLowerCase() === id.toLowerCase();
  return isSame ? `${id.toLowerCase()}@${repeated[2] ?? ''}` : url;
};

/** Removes a scheme before the address, and anything after the port. */
const correctAddress: UrlCorrection = (url) =>
  url.replace(/^([^@]*@)\s*(?:(?:tcp|p2p|https?):\/\/)?((?:[\w.-]+|\[[\da-f:.]+\]):\d+)[\s/,;]*$/i, '$1$2');

/** The corrected id, or the corrected address; null if there are several ways to correct it, or none. */
function suggestPart(url: string, ofAddress: boolean): string | null {
  const [id, address] = splitPeer(correctAddress(correctId(url, {}), {}));
  if (id === null || !peerId.test(id) || address.includes('@')) return null;
  return truncate(ofAddress ? address : id);
}

export const peerCorrections: readonly UrlCorrection[] = [correctId, correctAddress];
