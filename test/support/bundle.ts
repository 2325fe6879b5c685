import { build } from 'rolldown';

/** The minified ES module that a bundler makes for browsers from a module that imports this package. */
export async function bundleForBrowser(module: string): Promise<string> {
  const { output } = await build({
    input: 'virtual:entry',
    platform: 'browser',
    external: /^node:/,
    plugins: [
      {
        name: 'entry',
        resolveId: (id: string) => (id === 'virtual:entry' ? `${process.cwd()}/virtual-entry.mjs` : null),
        load: (id: string) => (id.endsWith('/virtual-entry.mjs') ? module : null),
      },
    ],
    // What is left out has names that only Node resolves.
    logLevel: 'silent',
    write: false,
    output: { format: 'esm', minify: true, codeSplitting: false },
  });
  return output[0].code;
}
