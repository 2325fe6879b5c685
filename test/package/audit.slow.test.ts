import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { serve } from '../support/web-servers.js';

/** A package registry on loopback that knows of a vulnerability in all versions of each of these. */
async function startRegistry(vulnerable: readonly string[] | null): Promise<string> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const advise = (name: string) => ({
    id: 1,
    title: `${name} trusts\n::warning::anybody`,
    url: `https://example.com/advisories/${name}`,
    severity: 'high',
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 7, vectorString: null },
  });
  const answer = (path: string) => {
    if (vulnerable === null) return null;
    if (path === '/-/npm/v1/security/advisories/bulk')
      return Object.fromEntries(vulnerable.map((name) => [name, [advise(name)]]));
    const name = decodeURIComponent(path.slice(1));
    const { version } = packages[`node_modules/${name}`] ?? {};
    return version === undefined ? null : { name, versions: { [version]: { name, version } } };
  };
  const { origin } = await serve((request, response) => {
    const body = answer(request.url ?? '');
    response.writeHead(body === null ? 405 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
    request.resume();
  });
  return `${origin}/`;
}

async function audit(vulnerable: readonly string[] | null) {
  const cwd = await createDirectory();
  for (const path of ['package.json', 'package-lock.json', 'dist/licenses.txt', 'dist/action-licenses.txt'])
    await cp(path, resolve(cwd, path));
  const registry = await startRegistry(vulnerable);
  // npm caches the answers about a package, and would repeat them in this user's own audits.
  const env = { ...process.env, npm_config_registry: registry, npm_config_cache: resolve(cwd, 'cache') };
  return promisify(execFile)(process.execPath, [resolve('scripts/audit.js')], { cwd, env }).then(
    (output) => ({ ...output, code: 0 }),
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
}

test('a vulnerability in a bundled package stops a release, one in a tool does not', async () => {
  expect(await audit([])).toMatchObject({ code: 0 });
  const tools = await audit(['vitest']);
  expect(tools).toMatchObject({ code: 0 });
  expect(tools.stdout).toMatch(
    /^only a tool: vitest \S+: vitest trusts ::warning::anybody \(high, https:\/\/example\.com\/advisories\/vitest\)$/m,
  );
  const bundled = await audit(['undici', 'vitest']);
  expect(bundled).toMatchObject({ code: 1 });
  expect(bundled.stdout).toMatch(/^bundled: undici \S+: undici trusts ::warning::anybody/m);
  // Of the Action only.
  expect(await audit(['@actions/core'])).toMatchObject({ code: 1 });
});

test('so does a registry that does not answer', async () => {
  expect(await audit(null)).toMatchObject({ code: 1, stdout: '' });
});
