// `npm install -g git+…`, by which pre-commit installs the hooks, runs `prepare` without the devDependencies that it needs
// (https://github.com/npm/cli/issues/8440, fixed in npm 12), so they are installed here. Everywhere else this does nothing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const { npm_config_global: global, npm_execpath: npm = '', ...env } = process.env;
if (global === 'true' && !existsSync('node_modules')) {
  // Their own scripts are not needed for the build.
  const args = [npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
