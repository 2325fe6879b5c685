import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { isIpAddress } from '../net/address.js';

/** A private key and its certificate, PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** Names and addresses that it is valid for; by default `localhost` and `127.0.0.1`. If empty, it only has its subject. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** Properties of a certificate that an authority issues. */
export interface IssueOptions extends CertificateOptions {
  readonly rsa?: boolean;
  /** The common name; by default that of the sandbox. */
  readonly commonName?: string;
}

/** A certificate authority created at run time. */
export interface Authority {
  /** To be trusted through NODE_EXTRA_CA_CERTS. */
  readonly cert: string;
  issue: (options?: IssueOptions) => Promise<KeyPair>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: Uint8Array.of(1, 0, 1),
};
const dayMs = 86_400_000;

/** Creates an authority whose certificates no other program trusts. `nameConstraints` are DER (RFC 5280 section 4.2.1.10). */
export async function createAuthority(
  name = 'endpoint-check sandbox',
  nameConstraints?: Uint8Array<ArrayBuffer>,
): Promise<Authority> {
  const keys = await createKeys();
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 365 * dayMs),
    notAfter: new Date(Date.now() + 365 * dayMs),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ...(nameConstraints === undefined ? [] : [new Extension('2.5.29.30', true, nameConstraints)]),
    ],
  });
  return {
    cert: authority.toString('pem'),
    issue: async (options = {}) => {
      const subjectKeys = await createKeys(options.rsa === true ? rsa : algorithm);
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${options.commonName ?? 'endpoint-check sandbox node'}`,
        issuer: authority.subject,
        ...describeCertificate(options),
        publicKey: subjectKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
      });
      return { key: await exportKey(subjectKeys.privateKey), cert: certificate.toString('pem') };
    },
  };
}

export async function createSelfSigned(options: CertificateOptions = {}): Promise<KeyPair> {
  const keys = await createKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=endpoint-check sandbox node',
    keys,
    signingAlgorithm: algorithm,
    ...describeCertificate(options),
  });
  return { key: await exportKey(keys.privateKey), cert: certificate.toString('pem') };
}

function describeCertificate({
  hosts = ['localhost', '127.0.0.1'],
  notBefore,
  notAfter,
}: CertificateOptions) {
  const names = hosts.map((value) => ({
    type: isIpAddress(value) ? ('ip' as const) : ('dns' as const),
    value,
  }));
  return {
    notBefore: notBefore ?? new Date(Date.now() - dayMs),
    notAfter: notAfter ?? new Date(Date.now() + 90 * dayMs),
    extensions: names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)],
  };
}

function createKeys(kind: typeof algorithm | typeof rsa = algorithm): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(kind, true, ['sign', 'verify']);
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
