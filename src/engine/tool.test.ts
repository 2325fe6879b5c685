import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tool } from './tool.js';

test('reports name the program and the version that package.json has', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  expect(tool).toEqual({ name, version });
});
