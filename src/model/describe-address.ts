import type { Target } from './entry.js';
import type { UrlReading } from './kind.js';

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

/** The address of a parsed url as it is listed, in the spelling of `describeAddress`: with a path that is not connected to. Null if it has no target. */
export function describeListedAddress(reading: UrlReading): string | null {
  if (reading.target === null) return null;
  const { target, leftOutPath = target.path } = reading;
  return describeAddress({ ...target, path: leftOutPath });
}
