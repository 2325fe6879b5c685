import packageJson from '../../package.json' with { type: 'json' };

/** The program's name and version, as reports have them. Read field by field, so that the bundler drops the rest of the file. */
export const tool = { name: packageJson.name, version: packageJson.version } as const;
