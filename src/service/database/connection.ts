import type pg from 'pg';

/**
 * The start of every connection. Settings of the session come later: pgbouncer refuses a start with parameters that it does not know,
 * https://www.pgbouncer.org/config.html#ignore_startup_parameters
 */
export function createSettings(url: string): pg.ClientConfig {
  return {
    connectionString: verifyFully(url),
    connectionTimeoutMillis: 3_000,
    // In case the server does not end a statement, since it does not answer at all.
    query_timeout: 12_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: 'endpoint-check',
  };
}

/**
 * The url with the TLS mode that pg uses for it anyway: it verifies the certificate in all of these modes, and warns on standard error that a later
 * version will not, https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg-connection-string/index.js
 */
function verifyFully(url: string): string {
  return /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
}
