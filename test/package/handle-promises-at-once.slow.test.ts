import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';
import { handlePromisesAtOnce } from '../../scripts/handle-promises-at-once.js';

const root = new URL('../..', import.meta.url).pathname;
const start = 'declare function work(): Promise<number>; declare const all: (() => Promise<number>)[];';

async function lint(body: string, options: { readonly onlyRejections?: boolean } = {}) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        languageOptions: {
          parser: tseslint.parser,
          parserOptions: { projectService: { allowDefaultProject: ['sample.ts'] }, tsconfigRootDir: root },
        },
        plugins: { local: { rules: { 'handle-promises-at-once': handlePromisesAtOnce } } },
        rules: { 'local/handle-promises-at-once': ['error', options] },
      },
    ],
  });
  const code = `${start}\nexport async function sample() {\n${body}\n}\n`;
  const [result] = await eslint.lintText(code, { filePath: `${root}sample.ts` });
  return result?.messages.map(({ messageId }) => messageId);
}

test.each([
  ['const one = work(); await work(); await one;', ['later']],
  ['const one = work(); await one; await work();', []],
  ['const [one, two] = await Promise.all([work(), work()]); return one + two;', []],
  ['const one = work(); const both = Promise.all([one, work()]); await both; await one;', []],
  ['const one = new Promise<void>((resolve) => setTimeout(resolve, 1)); await work(); await one;', []],
  ['const calls = all.map((call) => call()); for (const call of calls) await call;', ['oneByOne']],
  ['const calls = all.map((call) => call()); for (const value of await Promise.all(calls)) await value;', []],
])('finds promises that may reject without a listener: %s', async (body, messages) => {
  expect(await lint(body)).toEqual(messages);
});

test('in tests, finds only those that are expected to reject', async () => {
  const options = { onlyRejections: true };
  expect(await lint('const one = work(); await work(); await one;', options)).toEqual([]);
  const caught = 'const one = work(); await work(); await one.catch(() => 0);';
  expect(await lint(caught, options)).toEqual(['later']);
});
