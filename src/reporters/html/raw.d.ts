/** A file imported as a string, by Vite in tests and by scripts/import-typescript.js in bundles. */
declare module '*?raw' {
  const text: string;
  export default text;
}
