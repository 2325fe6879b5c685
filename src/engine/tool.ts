/** The program and its version, as reports name them. */
export const tool = { name: 'endpoint-check', version: '0.1.0' } as const;
