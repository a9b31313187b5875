import { X509Certificate } from 'node:crypto';

const certificateBlock = /^-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+^-----END CERTIFICATE-----[ \t]*$/gm;
const boundary = /-----[A-Z ]+-----/g;

/**
 * Returns the certificates of a text in PEM format. Comments around them, as openssl writes them, are removed. Undefined
 * if there is no certificate, if one is damaged or incomplete, and for any other block, such as a private key.
 */
export function readCertificates(text: string): string | undefined {
  const blocks = text.match(certificateBlock) ?? [];
  const comments = text.replaceAll(certificateBlock, '');
  if (blocks.length === 0 || comments.includes('-----') || !blocks.every(isCertificate)) return undefined;
  return `${blocks.join('\n')}${text.endsWith('\n') ? '\n' : ''}`;
}

function isCertificate(block: string): boolean {
  try {
    // the parser ignores what follows the certificate within a block
    return new X509Certificate(block).raw.equals(Buffer.from(block.replaceAll(boundary, ''), 'base64'));
  } catch {
    return false;
  }
}
