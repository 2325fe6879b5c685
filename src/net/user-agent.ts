import packageJson from '../../package.json' with { type: 'json' };

/** The default User-Agent of probes: the product, its version, and a page for operators who wonder about the requests (RFC 9110 section 10.1.5). */
export const defaultUserAgent = `${packageJson.name}/${packageJson.version} (+${packageJson.homepage})`;
