import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { repository as project, type Step, version } from '../support/documents.js';
import { copyProject, createRepository, openRepository } from '../support/repository.js';
import { adaptSteps, runAct } from './act.js';

const path = '.github/workflows/release.yml';
const tag = `v${version}`;

/**
 * The jobs that come before anything is published, with a directory for the artifacts: act runs actions of GitHub only from the network. The packages
 * are the installed ones, and the tests of the job `test` are these. The output of scripts goes to a file: act closes the terminal of a failed one
 * without reading the rest (https://github.com/nektos/act/blob/v0.2.89/pkg/container/host_environment.go, `exec`).
 */
function adapt(text: string, artifacts: string, printed: string): string {
  const adaptStep = (step: Step): readonly Step[] => {
    if (step.uses?.startsWith('actions/setup-node@') === true) return [];
    if (step.uses?.startsWith('actions/upload-artifact@') === true)
      return [{ run: `cp -r ${String(step.with?.['path'])}. '${artifacts}'` }];
    if (step.run === 'npm ci') return [{ run: `ln -s '${resolve('node_modules')}' node_modules` }];
    return [step.run === undefined ? step : { ...step, run: `exec >>'${printed}' 2>&1\n${step.run}` }];
  };
  return adaptSteps(text, adaptStep, (job) => ['check', 'pack'].includes(job));
}

/** Pushes a tag to a clone of this project whose changelog has this text after the version, and runs the workflow for it. */
async function pushTag(name: string, day: string) {
  const artifacts = await createDirectory();
  const printed = join(await createDirectory({ printed: '' }), 'printed');
  const source = await createRepository();
  const isWanted = (file: string) => !/^(test|bench|fixtures|\.github\/workflows)\//.test(file);
  await copyProject(source.directory, isWanted);
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  await writeFile(
    join(source.directory, 'CHANGELOG.md'),
    changelog.replace(/^(## \S+) \(.*\)$/m, (_, heading: string) => `${heading} (${day})`),
  );
  // The only one, since act runs all workflows that a push starts.
  await mkdir(dirname(join(source.directory, path)), { recursive: true });
  await writeFile(join(source.directory, path), adapt(await readFile(path, 'utf8'), artifacts, printed));
  await source.commit();
  await source.git('tag', name);
  // A clone, which has an origin with a main branch.
  const directory = await createDirectory();
  await source.git('clone', '--quiet', `file://${source.directory}`, directory);
  await openRepository(directory).git('checkout', '--quiet', name);
  const event = { name: 'push', path: join(await createDirectory(), 'event.json') };
  await writeFile(
    event.path,
    JSON.stringify({ ref: `refs/tags/${name}`, repository: { full_name: project } }),
  );
  const { log, exitCode } = await runAct(directory, event, { GITHUB_REPOSITORY: project });
  return { log: (await readFile(printed, 'utf8')) + log, exitCode, artifacts };
}

describe('the workflow of a release, run by act', () => {
  test('packs the commit of the tag, and would publish it', async () => {
    const { log, exitCode, artifacts } = await pushTag(tag, '2026-12-01');
    expect({ log: exitCode === 0 ? '' : log, exitCode }).toEqual({ log: '', exitCode: 0 });
    expect(log).toContain('dist-tag=');
    expect(log).toContain('dist is fresh');
    expect(log).toContain(`+ endpoint-check@${version}`);
    const tarball = `endpoint-check-${version}.tgz`;
    expect((await readdir(artifacts)).sort()).toEqual([tarball, 'endpoint-check.cdx.json']);
    const { stdout } = await promisify(execFile)('tar', ['-tzf', join(artifacts, tarball)]);
    expect(stdout).toContain('package/dist/cli.cjs\n');
    expect(stdout).toContain('package/dist/index.d.cts\n');
    const bill = JSON.parse(await readFile(join(artifacts, 'endpoint-check.cdx.json'), 'utf8')) as object;
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version } } });
    // It builds the package and its types.
  }, 600_000);

  test.each([
    ['v0.0.1', '2026-12-01', `the tag is "v0.0.1", but package.json has the version ${version}`],
    [tag, 'unreleased', `CHANGELOG.md: write the day of the release after ${version}`],
  ])('stops at the tag %s of %s', async (name, day, message) => {
    const { log, exitCode, artifacts } = await pushTag(name, day);
    expect(exitCode).toBe(1);
    expect(log).toContain(message);
    expect(await readdir(artifacts)).toEqual([]);
  });
});
