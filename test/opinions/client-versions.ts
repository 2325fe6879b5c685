import { readFileSync } from 'node:fs';

/** The packages of the clients, which `npm ci` at the top of the repository does not install. */
export const clientsDirectory = 'test/opinions/clients';

/** What pins a client, by where it comes from. */
const pins = {
  npm: { file: 'package.json', write: (name: string) => `"${name}": "` },
  pip: { file: 'requirements.txt', write: (name: string) => `${name}==` },
  go: { file: 'ethclient/go.mod', write: (name: string) => `${name} v` },
} as const;

/** The exact version of a client, from the file that pins it. Throws if it is missing. */
export function readVersion(from: keyof typeof pins, name: string): string {
  const { file, write } = pins[from];
  const [, rest] = readFileSync(`${clientsDirectory}/${file}`, 'utf8').split(write(name));
  const version = /^[\d.]+/.exec(rest ?? '')?.[0];
  if (version === undefined) throw new Error(`${file} does not pin ${name}`);
  return version;
}
