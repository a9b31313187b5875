interface DetectorOptions {
  /** Host name in our certificate. A client that requests another name is not an agent. */
  readonly serverName: string;
  readonly onCertificateRejected: (address: string) => void;
  /** How long a client may take from its handshake to its call. */
  readonly milliseconds: number;
}

export interface CertificateRejectionDetector {
  /** A handshake with this host name has started. */
  handshakeStarted(address: string, serverName: string): void;
  /** A call was received. */
  callReceived(address: string): void;
  stop(): void;
}

/** Maximum number of addresses that are tracked at a time; reports of more would add no information. */
const maxAddresses = 100;
/** A client that rejects our certificate retries; it is reported once in this time. */
const reportIntervalMilliseconds = 10 * 60 * 1000;

/**
 * A client that rejects our certificate disconnects without sending anything. A client that requests our server name
 * and makes no call soon, on that connection or another, has therefore rejected the certificate; scanners do not know
 * our server name. Each address is reported once per timer period.
 */
export function detectRejectedCertificate({
  serverName,
  onCertificateRejected,
  milliseconds,
}: DetectorOptions): CertificateRejectionDetector {
  const pending = new Map<string, NodeJS.Timeout>();
  const reported = new Map<string, NodeJS.Timeout>();

  function report(address: string): void {
    pending.delete(address);
    const timer = setTimeout(() => reported.delete(address), reportIntervalMilliseconds).unref();
    reported.set(address, timer);
    onCertificateRejected(address);
  }

  return {
    handshakeStarted(address, name) {
      if (name !== serverName || pending.has(address) || reported.has(address)) return;
      if (pending.size + reported.size >= maxAddresses) return;
      pending.set(
        address,
        setTimeout(() => report(address), milliseconds),
      );
    },
    callReceived(address) {
      clearTimeout(pending.get(address));
      pending.delete(address);
    },
    stop() {
      for (const timer of [...pending.values(), ...reported.values()]) clearTimeout(timer);
      pending.clear();
    },
  };
}
