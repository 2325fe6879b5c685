/** The name of a field without capitals, separators and a plural's s, as contributors confuse them. */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
    .replace(/s$/, '');
}
