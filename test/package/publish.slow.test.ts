import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { serve } from '../support/web-servers.js';

/** A package registry on loopback that has at most the package that is published to it. */
async function startRegistry() {
  const published = new Map<string, Record<string, unknown>>();
  const { origin } = await serve(async (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'PUT') published.set(path, (await json(request)) as Record<string, unknown>);
    const body = published.get(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'Not found' }));
  });
  return { url: `${origin}/`, published };
}

describe('a package', () => {
  /** Runs the script in a directory with a package of one file. */
  async function publish(cwd: string, registry: string) {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--silent'], { cwd });
    const args = [resolve('scripts/publish-package.js'), stdout.trim(), '--tag', 'next', '--ignore-scripts'];
    const host = registry.replace('http:', '');
    const env = { ...process.env, npm_config_registry: registry, [`npm_config_${host}:_authToken`]: 'none' };
    return promisify(execFile)(process.execPath, args, { cwd, env }).then(
      (output) => ({ ...output, code: 0 }),
      (error: unknown) => error as { stdout: string; stderr: string; code: number },
    );
  }

  test('is published once, and a different one is refused', async () => {
    const { url, published } = await startRegistry();
    const manifest = { name: 'endpoint-check-trial', version: '0.2.0', files: ['*.txt'] };
    const cwd = await createDirectory({ 'package.json': JSON.stringify(manifest), 'a.txt': 'a' });
    expect(await publish(cwd, url)).toMatchObject({ code: 0 });
    const document = published.get('/endpoint-check-trial');
    const tarball = await readFile(join(cwd, 'endpoint-check-trial-0.2.0.tgz'));
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    expect(document).toMatchObject({
      'dist-tags': { next: '0.2.0' },
      versions: { '0.2.0': { dist: { integrity } } },
    });
    expect(await publish(cwd, url)).toMatchObject({
      code: 0,
      stdout: 'endpoint-check-trial@0.2.0 is published already\n',
    });
    const different = await createDirectory({ 'package.json': JSON.stringify(manifest), 'a.txt': 'b' });
    const refused = await publish(different, url);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is published with other content');
    // The next version of a published package.
    const next = await createDirectory({ 'package.json': JSON.stringify({ ...manifest, version: '0.3.0' }) });
    expect(await publish(next, url)).toMatchObject({ code: 0 });
    expect(Object.keys(published.get('/endpoint-check-trial')?.['versions'] as object)).toContain('0.3.0');
  });

  test('fails if it is unknown whether it is published', async () => {
    const { origin } = await serve((_, response) => response.writeHead(403).end('{}'));
    const manifest = { name: 'endpoint-check-trial', version: '0.2.0', files: ['*.txt'] };
    const cwd = await createDirectory({ 'package.json': JSON.stringify(manifest) });
    const { code, stderr } = await publish(cwd, `${origin}/`);
    expect(code).toBe(1);
    expect(stderr).toContain('E403');
  });
});
