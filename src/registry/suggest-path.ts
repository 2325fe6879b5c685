import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { findNearest } from '../model/nearest.js';
import { findRegistry, isDirectory, locate, toSlashes } from './layout.js';
import { findFiles } from './find-files.js';

/** What follows "does not exist" if a path or a chain has a similar name: ` (did you mean chain/kava?)`. Otherwise empty. */
export function suggestPath(path: string, cwd: string): string {
  const near = findPath(resolve(cwd, path)) ?? findChain(path, cwd);
  if (near === null) return '';
  const name = isAbsolute(path) ? near : toSlashes(cwd, near);
  return ` (did you mean ${name}?)`;
}

/** The existing path closest to a missing one: each missing name is replaced by the closest one in its directory. */
function findPath(path: string): string | null {
  const parent = dirname(path);
  if (parent === path) return null;
  const directory = isDirectory(parent) ? parent : findPath(parent);
  if (directory === null || !isDirectory(directory)) return null;
  const name = basename(path);
  if (existsSync(join(directory, name))) return join(directory, name);
  const near = findNearest(name, readdirSync(directory));
  return near === null ? null : join(directory, near);
}

function findChain(name: string, cwd: string): string | null {
  const registry = /[/\\]/.test(name) ? null : findRegistry(cwd, undefined, cwd);
  if (registry === null) return null;
  const { directory, formats } = registry;
  const chains = new Map<string, string>();
  for (const { absolute } of findFiles(directory, registry, formats)) {
    const chain = locate(toSlashes(directory, absolute), formats)?.chain ?? null;
    if (chain !== null) chains.set(chain, dirname(absolute));
  }
  return chains.get(findNearest(name, chains.keys()) ?? '') ?? null;
}
