interface Watch {
  /** Host name in our certificate; whoever asks for another one is no client of ours. */
  readonly serverName: string;
  readonly onCertificateRejected: (address: string) => void;
  /** How long a client may take from its handshake to its call. */
  readonly milliseconds: number;
}

export interface CertificateRejectionDetector {
  /** A handshake began. */
  asked(address: string, serverName: string): void;
  /** A call came in. */
  called(address: string): void;
  stop(): void;
}

/** So many addresses are remembered at a time; more of them at once say nothing that these do not. */
const maxAddresses = 100;
/** A client that does not trust us tries again and again, and need not be told of each time. */
const quietMilliseconds = 10 * 60 * 1000;

/**
 * A client that does not accept our certificate says nothing: it hangs up. So whoever asks for us by name and makes no
 * call soon, on that connection or another, did not trust us; scanners do not know our name. Told once in a while.
 */
export function detectRejectedCertificate({
  serverName,
  onCertificateRejected,
  milliseconds,
}: Watch): CertificateRejectionDetector {
  const suspects = new Map<string, NodeJS.Timeout>();
  const told = new Map<string, NodeJS.Timeout>();

  function tell(address: string): void {
    suspects.delete(address);
    const quiet = setTimeout(() => told.delete(address), quietMilliseconds).unref();
    told.set(address, quiet);
    onCertificateRejected(address);
  }

  return {
    asked(address, name) {
      if (name !== serverName || suspects.has(address) || told.has(address)) return;
      if (suspects.size + told.size >= maxAddresses) return;
      suspects.set(
        address,
        setTimeout(() => tell(address), milliseconds),
      );
    },
    called(address) {
      clearTimeout(suspects.get(address));
      suspects.delete(address);
    },
    stop() {
      for (const timer of [...suspects.values(), ...told.values()]) clearTimeout(timer);
      suspects.clear();
    },
  };
}
