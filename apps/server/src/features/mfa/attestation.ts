/** A COSE key of RSA with 4096 bits has about 540 bytes. Longer numbers only make each check of a signature more expensive. */
const maxPublicKeyBytes = 1024;

/**
 * Whether the attestation of a new key is one that core asks for: none, or a key's signature of itself, which browsers pass
 * on. All others bring certificates, which would be parsed, and whose revocation lists would be fetched, though core relies
 * on none of them. Also bounds the size of the key, before it is computed with.
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
