/** A name of the client as the command line writes it: `erc20Assets` is `erc20-assets`. */
export function formatName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
