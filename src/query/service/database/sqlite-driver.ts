import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A module with the class DatabaseSync, and from where it is found. */
export interface SqliteDriver {
  readonly name: string;
  readonly from: string;
}

/** The package that stands in for node:sqlite. */
const packageName = '@photostructure/sqlite';
export const driverInstallation = describeInstallation(`--ignore-scripts ${packageName}`);

/** How to install a package where this program finds it: it only looks where it is itself. */
export function describeInstallation(packages: string, file = fileURLToPath(import.meta.url)): string {
  const command = `npm install ${packages}`;
  const at = file.lastIndexOf(`${sep}node_modules${sep}`);
  // In a clone of the repository it is there.
  if (at < 0) return command;
  return `${command} in ${file.slice(0, at)}, where endpoint-check is (with --global if that is installed so)`;
}

/** Finds the driver: that of Node from 22.13 on, else the package; null without one. */
export function findSqliteDriver(): SqliteDriver | null {
  const from = import.meta.url;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return { name: 'node:sqlite', from };
  try {
    createRequire(from).resolve(packageName);
    return { name: packageName, from };
  } catch {
    return null;
  }
}

/** Loads the driver, without the warning that node:sqlite is experimental: standard error is the log of the service. */
export function loadSqliteDriver({ name, from }: SqliteDriver): typeof import('@photostructure/sqlite') {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return createRequire(from)(name) as typeof import('@photostructure/sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
