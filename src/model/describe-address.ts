import type { Target } from './entry.js';

/**
 * The address of a target in one spelling, by which two are the same endpoint: without a scheme and its usual port, and without the slash of an
 * empty path. `http://node.example.com` and `https://node.example.com/` are one, as are `grpc.example.com:443` and `https://grpc.example.com`.
 */
export function describeAddress({
  host,
  port,
  path,
  secure,
}: Pick<Target, 'host' | 'port' | 'path' | 'secure'>): string {
  const isUsual = port === (secure ? 443 : 80);
  return (isUsual ? host : `${host}:${port}`) + (path === '/' ? '' : path);
}
