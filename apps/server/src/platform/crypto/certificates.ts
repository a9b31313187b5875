import { createHash, createPrivateKey, KeyObject, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { Extension as X509Extension } from '@peculiar/x509';

/** Both in PEM. The key is a secret. */
export interface CertificateAndKey {
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/** Far in the past, for machines whose clock is behind. */
const notBefore = new Date('2020-01-01T00:00:00Z');
// RFC 5280 §4.1.2.5: a certificate with no well-defined end. Clients that pin an authority have no way to switch to
// another one.
const never = new Date('9999-12-31T23:59:59Z');

/** Creates a self-signed certificate authority that can only issue server certificates. */
export async function makeAuthority(commonName: string): Promise<CertificateAndKey> {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter: never,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: toPem(keys.privateKey) };
}

/** Issues a TLS server certificate for the host name or address. */
export async function issueServerCertificate(
  authority: CertificateAndKey,
  { serverName, notAfter }: { readonly serverName: string; readonly notAfter: Date },
): Promise<CertificateAndKey> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [serverName] }],
    issuer: issuer.subjectName,
    signingKey: createPrivateKey(authority.key).toCryptoKey(algorithm, false, ['sign']),
    publicKey: keys.publicKey,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: isIP(serverName) === 0 ? 'dns' : 'ip', value: serverName }]),
      await x509.AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export(algorithm, ['verify'])),
    ],
  });
  return { certificate: certificate.toString('pem'), key: toPem(keys.privateKey) };
}

/** Makes a server certificate that no client trusts, for the time until there is another one. */
export async function makeSelfSigned(
  hosts: readonly string[],
): Promise<{ readonly key: string; readonly chain: string }> {
  return selfSigned(hosts, []);
}

/** Makes the certificate that proves a host name to an ACME authority (RFC 8737 §3). */
export async function makeChallengeCertificate(
  host: string,
  keyAuthorization: string,
): Promise<{ readonly key: string; readonly chain: string }> {
  const x509 = await loadX509();
  const digest = createHash('sha256').update(keyAuthorization).digest();
  const octetString = Buffer.concat([Buffer.from([0x04, digest.length]), digest]);
  return selfSigned([host], [new x509.Extension(acmeIdentifier, true, octetString)]);
}

const acmeIdentifier = '1.3.6.1.5.5.7.1.31';

async function selfSigned(hosts: readonly string[], extensions: readonly X509Extension[]) {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [hosts[0] ?? ''] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter: never,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns', value }))),
      ...extensions,
    ],
  });
  return { chain: certificate.toString('pem'), key: toPem(keys.privateKey) };
}

/** Loaded on demand, which is rare: loading takes a quarter of a second and 20 MB. */
async function loadX509(): Promise<typeof import('@peculiar/x509')> {
  // the library registers its parts with decorators, which need this
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function toPem(key: webcrypto.CryptoKey): string {
  return KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();
}
