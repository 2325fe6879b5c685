import type { CheckOptions } from '../engine/check-options.js';
import { parseUrl } from '../model/parse-url.js';
import type { Io } from './io.js';

type ChooseProxy = NonNullable<CheckOptions['chooseProxy']>;

/**
 * Reads the proxy of the environment as curl does: `https_proxy` or `HTTPS_PROXY`, else `all_proxy` or `ALL_PROXY`; connections to
 * hosts of `no_proxy` or `NO_PROXY` are direct. Errors are added to `errors`.
 */
export function readProxy(env: Io['env'], errors: string[]): ChooseProxy | undefined {
  const [name, value] = findFirst(env, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
  if (name === '') {
    errors.push('--proxy: set HTTPS_PROXY or ALL_PROXY, the environment has neither');
    return undefined;
  }
  const url = parse(value);
  if (url?.protocol !== 'http:') {
    errors.push(`--proxy: ${name} must be a url such as http://proxy.example.com:3128`);
    return undefined;
  }
  const { username, password } = url;
  const account = decode(`${username}:${password}`);
  if (account === null) {
    errors.push(
      `--proxy: ${name} has an invalid % escape in its user name or password: write a literal % as %25`,
    );
    return undefined;
  }
  const proxy = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
    authorization: username === '' ? null : `Basic ${Buffer.from(account).toString('base64')}`,
  };
  const [, bypassed] = findFirst(env, ['no_proxy', 'NO_PROXY']);
  const suffixes = bypassed
    .split(/[,\s]+/)
    .map((suffix) =>
      suffix
        .toLowerCase()
        .replace(/:\d+$/, '')
        .replace(/^\*?\./, ''),
    )
    .filter((suffix) => suffix !== '');
  return (host) =>
    suffixes.some((suffix) => suffix === '*' || host === suffix || host.endsWith(`.${suffix}`))
      ? null
      : proxy;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function findFirst(env: Io['env'], names: readonly string[]): [string, string] {
  const name = names.find((candidate) => (env[candidate] ?? '') !== '') ?? '';
  return [name, env[name] ?? ''];
}

function parse(text: string): URL | null {
  return parseUrl(text.includes('://') ? text : `http://${text}`);
}
