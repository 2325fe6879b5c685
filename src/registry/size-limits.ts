/** Maximum size of a file, in bytes. */
export const sizeLimitBytes = 256 * 1024;

/** Maximum size of a list of assets or tokens, in bytes. The largest real one, that of Osmosis, had 345 KiB in 2025. */
export const listLimitBytes = 1024 * 1024;

/** Maximum size of a file with the endpoints of many chains, in bytes: some 60,000 plain entries. */
export const longLimitBytes = 8 * 1024 * 1024;
