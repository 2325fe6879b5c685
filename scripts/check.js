// All static checks, two at a time: `npm run check`. Prints what each says when it has ended, and fails if one of them does.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';

const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
// Each uses little more than one processor; ESLint takes as long as all others.
const names = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const order = ['check:lint', ...names.filter((name) => name !== 'check:lint')];
await pLimit(2).map(order, check);

/** @param {string} name */
function check(name) {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', name], { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      console.log(`${name}: ${error === null ? 'passed' : 'failed'}\n${stdout}${stderr}`.trimEnd());
      if (error !== null) process.exitCode = 1;
      resolve(undefined);
    });
  });
}
