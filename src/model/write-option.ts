/**
 * How messages write an option, by its name in camelCase and the value to set, if one is named. Each way to run a check has its own form; empty if the
 * reader cannot set it.
 */
export type WriteOption = (name: string, value?: boolean | string) => string;

/** As on the command line: `--allow-private`, `--no-network`, `--format keplr`. */
export const writeCommandLineOption: WriteOption = (name, value) => {
  const option = toKebabCase(name);
  if (value === false) return `--no-${option}`;
  return typeof value === 'string' ? `--${option} ${value}` : `--${option}`;
};

/** As in the workflow that uses the Action: `allow-private: true`. */
export const writeActionInput: WriteOption = (name, value) =>
  value === undefined ? toKebabCase(name) : `${toKebabCase(name)}: ${value}`;

/** On a pull request, whose author sets no input, and has no local node that is meant. */
export const writeProposalInput: WriteOption = (name, value) =>
  name === 'allowPrivate' ? '' : writeActionInput(name, value);

/** As in the code that calls the library: `allowPrivate: true`, `format: 'keplr'`. */
export const writeLibraryOption: WriteOption = (name, value) => {
  const option = libraryNames.get(name) ?? name;
  if (value === undefined) return option;
  return `${option}: ${typeof value === 'string' ? `'${value}'` : value}`;
};

/** What the library names differently, since its value is not a string: milliseconds, a function. */
const libraryNames: ReadonlyMap<string, string> = new Map([
  ['timeout', 'timeoutMs'],
  ['proxy', 'chooseProxy'],
]);

/** A name of the library in kebab-case, as the command line writes it: `erc20Assets` becomes `erc20-assets`. */
export function toKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
