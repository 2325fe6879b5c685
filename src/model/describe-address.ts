import type { Target } from './entry.js';

/**
 * The address of a target in the spelling by which endpoints are compared: without a scheme and its default port, and without the slash of an empty
 * path. `http://node.example.com` and `https://node.example.com/` are one, as are `grpc.example.com:443` and `https://grpc.example.com`.
 */
export function describeAddress({
  host,
  port,
  path,
  secure,
  peerId,
}: Pick<Target, 'host' | 'port' | 'path' | 'secure' | 'peerId'>): string {
  // RFC 3986 section 3.2.2: without brackets, 2001:db8::1 at port 9090 and 2001:db8::1:9090 would be one.
  const name = host.includes(':') ? `[${host}]` : host;
  const isDefaultPort = port === (secure ? 443 : 80);
  if (peerId !== undefined) return `${peerId}@${name}:${port}`;
  return (isDefaultPort ? name : `${name}:${port}`) + (path === '/' ? '' : path);
}
