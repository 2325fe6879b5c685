/** A name of the client in kebab-case, as the command line writes it: `erc20Assets` becomes `erc20-assets`. */
export function formatName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
