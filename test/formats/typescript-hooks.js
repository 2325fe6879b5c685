// Loads TypeScript in a process, like tsx: `node --import ./test/formats/typescript-hooks.js entries.js`.
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import ts from 'typescript';

if (isMainThread) register(import.meta.url);

/**
 * A module that is imported by the name of its output.
 * @param {string} specifier
 * @param {import('node:module').ResolveHookContext} context
 * @param {(specifier: string, context: object) => unknown} next
 */
export function resolve(specifier, context, next) {
  const isRelative = context.parentURL !== undefined && specifier.startsWith('.');
  const url = isRelative ? new URL(specifier, context.parentURL) : null;
  const source = url?.protocol === 'file:' ? url.href.replace(/\.js$/, '.ts') : '';
  return next(source !== '' && existsSync(fileURLToPath(source)) ? source : specifier, context);
}

/**
 * Removes types.
 * @param {string} url
 * @param {import('node:module').LoadHookContext} context
 * @param {(url: string, context: object) => unknown} next
 */
export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, { ...context, format: undefined });
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), { compilerOptions });
  return { format: 'module', source: outputText, shortCircuit: true };
}
