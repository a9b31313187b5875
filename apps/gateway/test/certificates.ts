import { createHash, webcrypto } from 'node:crypto';
// The library below uses decorators, which need this.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

export interface Authority {
  readonly pem: string;
  /** Lower-case hex SHA-256 of its DER, as in a join token. */
  readonly fingerprint: string;
  /** A certificate for a server with that name, followed by the authority, as core presents it. */
  issue(name?: string): Promise<{ readonly cert: string; readonly key: string }>;
}

x509.cryptoProvider.set(webcrypto as typeof crypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const [notBefore, notAfter] = [new Date('2020-01-01'), new Date('2120-01-01')];

export async function makeAuthority(): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = 'CN=Gatewarden test authority';
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: subject,
    keys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const pem = ca.toString('pem');
  return {
    pem,
    fingerprint: createHash('sha256').update(Buffer.from(ca.rawData)).digest('hex'),
    issue: async (name = 'core.gatewarden.internal') => {
      const leafKeys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const leaf = await x509.X509CertificateGenerator.create({
        subject: 'CN=core',
        issuer: subject,
        signingKey: keys.privateKey,
        publicKey: leafKeys.publicKey,
        signingAlgorithm: algorithm,
        notBefore,
        notAfter,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
      });
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', leafKeys.privateKey)).toString('base64');
      return {
        cert: `${leaf.toString('pem')}\n${pem}\n`,
        key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
      };
    },
  };
}
