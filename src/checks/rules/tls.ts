import { formatAmount } from '../../model/amount.js';
import type { FailureData } from '../../model/failure.js';
import type { RuleSet } from '../../model/rule.js';

export type TlsData = Pick<FailureData, Extract<keyof FailureData, `tls/${string}`>> & {
  'tls/certificate-expiring': { validTo: string; days: number };
  'tls/no-alpn': Record<never, never>;
  'tls/no-san': Record<never, never>;
  'tls/rsa-key-exchange': { cipherSuite: string };
};

export const tlsRules: RuleSet<TlsData> = {
  'tls/not-tls': {
    severity: 'error',
    summary: 'the port does not speak TLS',
    explanation: 'Port 443 and https urls always use TLS. Plaintext gRPC may be listed with another port.',
    sample: { address: '192.0.43.8:443' },
    message: ({ address }) => `${address} does not speak TLS`,
    hint: () => 'put TLS on the port (a proxy in front of the node), or list the port that has it',
  },
  'tls/certificate-expired': {
    severity: 'error',
    summary: 'the certificate has expired',
    explanation: 'Clients refuse it. If it is new, the server sends an expired intermediate certificate.',
    sample: { validTo: '2025-01-01T00:00:00.000Z', leaf: true },
    message: ({ validTo, leaf }) =>
      leaf
        ? `the certificate expired on ${validTo}`
        : 'an intermediate certificate that the server sends has expired',
    hint: ({ leaf }) =>
      leaf ? 'renew the certificate' : 'install the current chain of the certificate authority',
  },
  'tls/certificate-not-yet-valid': {
    severity: 'error',
    summary: 'the certificate is not valid yet',
    explanation:
      'The issuer chose a later start, or a clock is wrong: that of the issuer, or of this machine.',
    sample: { validFrom: '2027-01-01T00:00:00.000Z' },
    message: ({ validFrom }) => `the certificate is not valid before ${validFrom}`,
    hint: () => 'issue a certificate that is valid now; check the clock of the machine that issued it',
  },
  'tls/certificate-expiring': {
    severity: 'warning',
    summary: 'the certificate expires soon',
    explanation:
      'Less than a quarter of its lifetime is left, and at most 14 days. Automatic renewal happens earlier (about 30 ' +
      'days before the end of 90), and has probably failed.',
    sample: { validTo: '2026-01-05T00:00:00.000Z', days: 4 },
    message: ({ validTo, days }) =>
      `the certificate expires in ${days < 1 ? 'less than a day' : formatAmount(days, 'day')}, on ${validTo}`,
    hint: () => 'check why the certificate was not renewed',
  },
  'tls/self-signed': {
    severity: 'error',
    summary: 'the certificate is self-signed',
    explanation: 'No authority vouches for it, so clients refuse it.',
    sample: { subject: 'CN=localhost' },
    message: ({ subject }) => `the certificate is self-signed (${subject})`,
    hint: () => "use a certificate of a public authority (Let's Encrypt and others are free)",
  },
  'tls/untrusted': {
    severity: 'error',
    summary: 'the certificate does not lead to a trusted authority',
    explanation:
      'Usually the server does not send the intermediate certificate, a mistake that browsers hide and other clients do ' +
      'not. Or the authority is private.',
    sample: { issuer: 'CN=R3', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    message: ({ issuer, code }) => `the certificate of issuer ${issuer} is not trusted (${code})`,
    hint: () => 'serve the full chain (with nginx, ssl_certificate fullchain.pem), from a public authority',
  },
  'tls/wrong-host': {
    severity: 'error',
    summary: 'the certificate is for another host',
    explanation: 'The server chose the wrong one of several, or the url should use another name.',
    sample: { host: 'grpc.example.com', names: ['example.com'] },
    message: ({ host, names }) => `the certificate is not for ${host}, but for ${listSome(names)}`,
    hint: ({ host }) => `use a certificate that names ${host}, or list a name from the certificate`,
  },
  'tls/old-version': {
    severity: 'error',
    summary: 'the server offers no current version of TLS',
    explanation: 'Clients no longer accept TLS 1.1 and older (RFC 8996).',
    sample: { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' },
    message: () => 'the server supports neither TLS 1.2 nor TLS 1.3',
    hint: () => 'turn on TLS 1.2 and 1.3 (with nginx, ssl_protocols TLSv1.2 TLSv1.3)',
  },
  'tls/no-h2': {
    severity: 'error',
    summary: 'the server does not offer HTTP/2',
    explanation: 'gRPC runs on HTTP/2, which the server refused in the TLS handshake (ALPN, RFC 7301).',
    sample: { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' },
    message: () => 'the server does not offer HTTP/2, which gRPC needs',
    hint: () =>
      'turn HTTP/2 on (with nginx, listen 443 ssl http2, or http2 on; with Apache, Protocols h2 http/1.1)',
  },
  'tls/no-http1': {
    severity: 'error',
    summary: 'the server does not offer HTTP/1.1',
    explanation:
      'It refused HTTP/1.1 in the TLS handshake (ALPN, RFC 7301). Browsers, cast and go-ethereum do without it; viem, ' +
      'ethers and web3.js in Node.js cannot.',
    sample: { code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' },
    message: () => 'the server refuses HTTP/1.1, which clients in Node.js use',
    hint: () => 'offer HTTP/1.1 beside HTTP/2 (ALPN http/1.1)',
  },
  // https://github.com/grpc/grpc-go/pull/7184
  'tls/no-alpn': {
    severity: 'warning',
    summary: 'the server ignores ALPN',
    explanation: 'It speaks HTTP/2, but does not select it in the TLS handshake.',
    sample: {},
    message: () => 'the server speaks HTTP/2 but does not select it in the TLS handshake (ALPN)',
    hint: () => 'turn ALPN on: grpc-go clients since 1.67 refuse the endpoint without it',
  },
  // https://go.dev/doc/go1.15#commonname, https://developer.chrome.com/blog/chrome-58-deprecations
  'tls/no-san': {
    severity: 'warning',
    summary: 'the certificate has only a common name',
    explanation:
      'It names the host in its subject (`CN=`), without alternative names (SAN). Clients built with Go 1.15 or later, ' +
      'such as grpcurl and go-ethereum, and browsers (Chrome since 58) refuse it; curl and Node.js accept it.',
    sample: {},
    message: () =>
      'the certificate names the host only as its common name, which Go clients and browsers refuse',
    hint: () => 'issue a certificate that has the host name among its subject alternative names (SAN)',
  },
  // https://go.dev/doc/go1.22#crypto/tls
  'tls/rsa-key-exchange': {
    severity: 'warning',
    summary: 'the server uses RSA key exchange',
    explanation:
      'Such TLS 1.2 cipher suites (TLS_RSA_WITH_…) have no forward secrecy, and HTTP/2 forbids them (RFC 9113 appendix ' +
      'A). Without others, clients built with Go 1.22 or later cannot connect.',
    sample: { cipherSuite: 'TLS_RSA_WITH_AES_128_GCM_SHA256' },
    message: ({ cipherSuite }) =>
      `the server chose RSA key exchange (${cipherSuite}), which Go clients since 1.22 do not offer`,
    hint: () => 'turn on TLS 1.3, or cipher suites with ECDHE, and let the server prefer them',
  },
  'tls/handshake-failed': {
    severity: 'error',
    summary: 'the TLS handshake failed',
    explanation:
      "The server ended it; the code is OpenSSL's. Usually it does not know the name, requires a client certificate, " +
      'has none itself, or offers only finite-field Diffie-Hellman (DHE), which Chrome, Go and this check lack.',
    sample: { code: 'closed' },
    message: ({ code }) => `the TLS handshake failed (${code})`,
    hint: ({ code }) =>
      code.includes('CERTIFICATE_REQUIRED')
        ? 'require no client certificate: users of a public endpoint have none'
        : code.includes('ALERT_HANDSHAKE_FAILURE')
          ? 'turn on TLS 1.3 or cipher suites with ECDHE (clients such as Chrome and Go offer no DHE), and check that the server has a certificate for this name and requires none of its clients'
          : 'check the log of the server, and that it has a certificate for this name',
  },
};

function listSome(names: readonly string[]): string {
  const sample = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${sample} and ${names.length - 5} more` : sample;
}
