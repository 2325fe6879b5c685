import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { handlePromisesAtOnce } from './scripts/handle-promises-at-once.js';

export default defineConfig(
  { ignores: ['dist/', 'bin/', 'propose/', '**/*.generated.*', '.dependency-cruiser.cjs'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { local: { rules: { 'handle-promises-at-once': handlePromisesAtOnce } } },
    rules: {
      'local/handle-promises-at-once': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // `return settle(...)` leaves a callback in one line.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Type aliases are used as maps from code to data, where an interface has no index signature.
      '@typescript-eslint/consistent-type-definitions': 'off',
      'no-console': 'error',
      // Control characters are what several expressions here look for.
      'no-control-regex': 'off',
      // The parameter types what a decoder of no type gives.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // See src/net/p2p/secret-connection.ts.
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:crypto',
              importNames: ['generateKeyPair', 'generateKeyPairSync'],
              message: 'Its keys may hold the process for ever: use createKeyPair.',
            },
          ],
        },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // A rule without data has the empty object as its data.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'test/**/*.js'],
    languageOptions: {
      globals: {
        AbortController: false,
        AbortSignal: false,
        Buffer: false,
        URL: false,
        URLSearchParams: false,
        clearInterval: false,
        clearTimeout: false,
        console: false,
        fetch: false,
        performance: false,
        process: false,
        setImmediate: false,
        setInterval: false,
        setTimeout: false,
      },
    },
    rules: {
      'no-console': 'off',
      // Modules imported at run time have no types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    // Runs in a browser, as the script of the HTML report.
    files: ['src/reporters/html/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      sourceType: 'script',
      parserOptions: { projectService: false },
      globals: {
        URLSearchParams: false,
        addEventListener: false,
        document: false,
        history: false,
        location: false,
        requestAnimationFrame: false,
        scrollX: false,
        scrollY: false,
      },
    },
  },
  {
    // A script of a worker, which requires what it needs.
    files: ['src/query/service/database/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      sourceType: 'commonjs',
      parserOptions: { projectService: false },
      globals: { require: false, setImmediate: false },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // vitest's expect(...).toBe takes methods of objects under test apart.
    files: ['**/*.test.ts'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    // A test whose promise rejects by surprise is red anyway; one that expects it must not be red by chance.
    files: ['**/*.test.ts', 'test/**', 'bench/**'],
    rules: { 'local/handle-promises-at-once': ['error', { onlyRejections: true }] },
  },
);
