import { BlockList, isIP } from 'node:net';

/**
 * Whether connections to a host are direct by a value of `NO_PROXY`, as curl reads it (https://github.com/curl/curl/blob/master/lib/noproxy.c): names
 * with all names below them, addresses and their ranges, or `*` alone. Brackets around IPv6 are accepted too. An entry with a port matches nothing.
 */
export function createBypass(noProxy: string): (host: string) => boolean {
  if (noProxy.trim() === '*') return () => true;
  const ranges = new BlockList();
  const names: string[] = [];
  for (const entry of noProxy.toLowerCase().split(/[,\s]+/)) {
    const [network = '', length = ''] = entry.replace(/^\[([^\]]*)\]/, '$1').split('/');
    const mostBits = isIP(network) === 6 ? 128 : 32;
    // Like atoi(3); curl takes 0 for the address alone.
    const bits = Number.parseInt(length, 10) || mostBits;
    if (isIP(network) === 0) names.push(entry.replace(/^\.|\.$/g, ''));
    else if (bits > 0 && bits <= mostBits) ranges.addSubnet(network, bits, familyOf(network));
  }
  return (host) =>
    isIP(host) === 0
      ? names.some((name) => name !== '' && (host === name || host.endsWith(`.${name}`)))
      : ranges.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
