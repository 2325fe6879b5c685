import packageJson from '../../package.json' with { type: 'json' };

/**
 * What probes call themselves unless told otherwise: the product and its version, and where an operator who wonders about the requests can
 * read what they are (RFC 9110 section 10.1.5).
 */
export const defaultUserAgent = `${packageJson.name}/${packageJson.version} (+${packageJson.homepage})`;
