/** A COSE key of RSA with 4096 bits has about 540 bytes. Longer keys only make signature checks more expensive. */
const maxPublicKeyBytes = 1024;

/**
 * Whether the attestation of a new key is allowed: none, or self attestation, which browsers forward. Other formats
 * contain certificates, whose parsing and revocation checks cost work although core does not rely on them. Also limits
 * the size of the key before any computation with it.
 */
export async function isPlainAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, parseAuthenticatorData } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const statement = attestation.get('attStmt');
    const isPlain =
      attestation.get('fmt') === 'none' || (attestation.get('fmt') === 'packed' && statement.get('x5c') === undefined);
    const { credentialPublicKey } = parseAuthenticatorData(attestation.get('authData'));
    return isPlain && credentialPublicKey !== undefined && credentialPublicKey.length <= maxPublicKeyBytes;
  } catch {
    return false;
  }
}
