import { createRequire } from 'node:module';

/** A module with the class DatabaseSync, and from where it is found. */
export interface SqliteDriver {
  readonly name: string;
  readonly from: string;
}

/** The package that stands in for node:sqlite. */
const packageName = '@photostructure/sqlite';
/** How to get it. */
export const driverInstallation = `npm install --ignore-scripts ${packageName}`;

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
