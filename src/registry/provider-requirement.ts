import { dirname, join } from 'node:path';
import type { JsonValue } from '../model/json.js';
import { findRoot } from './layout.js';
import type { RegistryFile } from './load-file.js';
import { parseFile } from './parse-file.js';
import { readRegistryFile } from './read-file.js';

/**
 * Drops the problem that entries name no provider if the format lets the registry decide and the registry's schema does not require one. That
 * schema is read once per registry, and only if an entry lacks a provider.
 */
export function createProviderFilter(): (file: RegistryFile) => RegistryFile {
  const requirements = new Map<string, boolean>();
  return (file) => {
    const { format, problems } = file;
    const { absolute } = file.location;
    const schema = format?.entryFields.providerSchema;
    if (format === null || schema === undefined) return file;
    if (!problems.some(({ problem }) => problem.code === 'entry/provider-missing')) return file;
    const root = absolute === null ? null : findRoot(dirname(absolute), format);
    const path = root === null ? null : join(root, schema.path);
    const isRequired =
      path !== null && (requirements.get(path) ?? readRequirement(path, schema.requiresProvider));
    if (path !== null) requirements.set(path, isRequired);
    return isRequired
      ? file
      : { ...file, problems: problems.filter(({ problem }) => problem.code !== 'entry/provider-missing') };
  };
}

function readRequirement(path: string, requires: (schema: JsonValue) => boolean): boolean {
  const { document } = parseFile(readRegistryFile(path));
  return document !== null && requires(document.value);
}
