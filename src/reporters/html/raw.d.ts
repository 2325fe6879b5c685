/** A file imported as a string, by Vite in tests and by scripts/raw-text.js in bundles. */
declare module '*?raw' {
  const text: string;
  export default text;
}
