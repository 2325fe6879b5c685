import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { encodeBits, encodeDer, encodeHost, encodeObjectId, encodeTime } from './der.js';

/** A private key and its certificate, PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** Properties of a certificate. */
export interface CertificateOptions {
  /** Names and addresses that it is valid for; by default `localhost` and `127.0.0.1`. If empty, it only has its subject. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** Properties of a certificate that an authority issues. */
export interface IssueOptions extends CertificateOptions {
  /** Whether to use an RSA key instead of ECDSA. */
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

const dayMs = 86_400_000;
const nodeName = 'endpoint-check sandbox node';
const generateKeys = promisify(generateKeyPair);
const ecdsaWithSha256 = encodeDer('sequence', encodeObjectId('1.2.840.10045.4.3.2'));

/** Creates an authority whose certificates no other program trusts; its name may have an organization. */
export async function createAuthority(
  commonName = 'endpoint-check sandbox',
  organization?: string,
): Promise<Authority> {
  const { publicKey, privateKey } = await generateKeys('ec', { namedCurve: 'P-256' });
  const name = encodeName(commonName, organization);
  const issuer = { name, key: privateKey };
  const cert = createCertificate(issuer, {
    name,
    publicKey,
    notBefore: new Date(Date.now() - 365 * dayMs),
    notAfter: new Date(Date.now() + 365 * dayMs),
    extensions: authorityExtensions,
  });
  return {
    cert,
    issue: async ({ rsa = false, commonName = nodeName, ...options } = {}) => {
      const keys = rsa
        ? await generateKeys('rsa', { modulusLength: 2_048 })
        : await generateKeys('ec', { namedCurve: 'P-256' });
      return createPair(issuer, encodeName(commonName), keys, options);
    },
  };
}

/** Creates a self-signed certificate. */
export async function createSelfSigned(options: CertificateOptions = {}): Promise<KeyPair> {
  const name = encodeName(nodeName);
  const keys = await generateKeys('ec', { namedCurve: 'P-256' });
  return createPair({ name, key: keys.privateKey }, name, keys, options);
}

/** Who signs a certificate, with an ECDSA key. */
interface Issuer {
  /** In DER, as that of the subject. */
  readonly name: Buffer;
  readonly key: KeyObject;
}

/** What a certificate says of its subject. */
interface Subject {
  readonly name: Buffer;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Buffer[];
}

function createPair(
  issuer: Issuer,
  name: Buffer,
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  { hosts = ['localhost', '127.0.0.1'], notBefore, notAfter }: CertificateOptions,
): KeyPair {
  const cert = createCertificate(issuer, {
    name,
    publicKey,
    notBefore: notBefore ?? new Date(Date.now() - dayMs),
    notAfter: notAfter ?? new Date(Date.now() + 90 * dayMs),
    extensions:
      hosts.length === 0
        ? []
        : [encodeExtension('2.5.29.17', false, encodeDer('sequence', ...hosts.map(encodeHost)))],
  });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

/** A certificate in PEM, version 3 (RFC 5280 section 4.1). */
function createCertificate(
  issuer: Issuer,
  { name, publicKey, notBefore, notAfter, extensions }: Subject,
): string {
  const content = encodeDer(
    'sequence',
    encodeDer(0xa0, encodeDer('integer', Uint8Array.of(2))),
    // The serial number: positive, and unlike that of any other certificate.
    encodeDer('integer', Uint8Array.of(1), randomBytes(15)),
    ecdsaWithSha256,
    issuer.name,
    encodeDer('sequence', encodeTime(notBefore), encodeTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length === 0 ? [] : [encodeDer(0xa3, encodeDer('sequence', ...extensions))]),
  );
  const certificate = encodeDer(
    'sequence',
    content,
    ecdsaWithSha256,
    encodeBits(sign('sha256', content, issuer.key)),
  );
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function encodeName(commonName: string, organization?: string): Buffer {
  const attributes = [['2.5.4.3', commonName] as const, ['2.5.4.10', organization] as const];
  const parts = attributes.flatMap(([id, value]) => {
    if (value === undefined) return [];
    const attribute = [encodeObjectId(id), encodeDer('utf8String', Buffer.from(value))];
    return encodeDer('set', encodeDer('sequence', ...attribute));
  });
  return encodeDer('sequence', ...parts);
}

function encodeExtension(id: string, isCritical: boolean, value: Buffer): Buffer {
  const critical = isCritical ? [encodeDer('boolean', Uint8Array.of(0xff))] : [];
  return encodeDer('sequence', encodeObjectId(id), ...critical, encodeDer('octetString', value));
}

/** Those of an authority: it may sign certificates and lists of revoked ones (RFC 5280 sections 4.2.1.3 and 4.2.1.9). */
const authorityExtensions = [
  encodeExtension('2.5.29.19', true, encodeDer('sequence', encodeDer('boolean', Uint8Array.of(0xff)))),
  encodeExtension('2.5.29.15', true, encodeDer('bitString', Uint8Array.of(1, 0b0000_0110))),
];
