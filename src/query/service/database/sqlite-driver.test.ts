import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { describeInstallation } from './sqlite-driver.js';

test('a package is installed where the program is', () => {
  const chunk = join('endpoint-check', 'dist', 'chunks', 'serve.cjs');
  const global = join(sep, 'usr', 'lib');
  expect(describeInstallation('pg', join(global, 'node_modules', chunk))).toBe(
    `npm install pg in ${global}, where endpoint-check is (with --global if that is installed so)`,
  );
  expect(describeInstallation('pg', join(sep, 'opt', chunk))).toBe('npm install pg');
});
