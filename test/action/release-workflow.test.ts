import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseWorkflow } from '../support/documents.js';

const { on, permissions, concurrency, jobs } = parseWorkflow(
  readFileSync('.github/workflows/release.yml', 'utf8'),
);

describe('the workflow of a release', () => {
  test('starts by a tag, or by hand as a rehearsal, one at a time', () => {
    expect(on).toEqual({ push: { tags: ['v*.*.*'] }, workflow_dispatch: null });
    expect(concurrency).toEqual({ group: 'release' });
  });

  test('gives each job what it needs and no more', () => {
    expect(permissions).toEqual({ contents: 'read' });
    const granted = Object.entries(jobs).map(([name, job]) => [
      name,
      Object.entries(job.permissions ?? {}).flatMap(([scope, level]) => (level === 'write' ? [scope] : [])),
    ]);
    expect(Object.fromEntries(granted)).toEqual({
      check: [],
      test: [],
      pack: [],
      audit: [],
      image: ['packages', 'id-token', 'attestations'],
      npm: ['id-token'],
      github: ['contents'],
      'moving-tag': ['contents'],
    });
    expect(jobs['npm']?.environment).toBe('npm');
  });

  test('publishes after the tests, what is for good last but one, and the moving tag last', () => {
    const needs = Object.entries(jobs).map(([name, job]) => [name, job.needs ?? null]);
    expect(Object.fromEntries(needs)).toEqual({
      check: null,
      test: 'check',
      pack: 'check',
      audit: 'check',
      image: ['test', 'pack', 'audit'],
      npm: 'image',
      github: 'npm',
      'moving-tag': 'github',
    });
    // Jobs after it are skipped with it.
    expect(jobs['npm']?.if).toBe("github.event_name == 'push'");
    const image = jobs['image']?.steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
    expect(image?.with?.['push']).toBe("${{ github.event_name == 'push' }}");
  });

  test('a job that may write runs nothing of other packages', () => {
    for (const { permissions: granted, steps } of Object.values(jobs)) {
      if (granted === undefined) continue;
      for (const { run = '' } of steps) expect(run).not.toMatch(/npm (ci|i|install|run|exec)|npx|\.ci\/run/);
    }
  });

  test('puts no outside text into a shell', () => {
    for (const { steps } of Object.values(jobs))
      for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  test('uses no cache', () => {
    const off: Readonly<Record<string, string>> = {
      'actions/setup-node': 'package-manager-cache',
      'docker/setup-qemu-action': 'cache-image',
      'docker/setup-buildx-action': 'cache-binary',
    };
    for (const { steps } of Object.values(jobs)) {
      for (const { uses = '', with: inputs = {} } of steps) {
        const [action = ''] = uses.split('@');
        const input = off[action];
        if (input !== undefined) expect(inputs[input]).toBe(false);
        expect(action).not.toBe('actions/cache');
        expect(Object.keys(inputs)).not.toContain('cache-from');
      }
    }
  });

  test('leaves the token in a clone only if it pushes', () => {
    const kept = Object.entries(jobs).flatMap(([name, { steps }]) => {
      const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      return checkout?.with?.['persist-credentials'] === false ? [] : [name];
    });
    expect(kept).toEqual(['moving-tag']);
  });
});
