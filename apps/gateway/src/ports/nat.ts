/** Which source addresses connections from devices get when they leave through another interface. */
export interface NatPolicy {
  /** Canonical networks of devices; their connections get the address of the interface through which they leave. */
  readonly masqueraded: readonly string[];
  /** By canonical address of a device; of the same family. They take precedence over `masqueraded`. */
  readonly bindings: ReadonlyMap<string, string>;
}

/** Translates addresses for one WireGuard interface. Only `isIntact` may overlap with other calls. */
export interface Nat {
  /**
   * Applies to new connections from the next packet on; established ones retain their address. With `before`, the policy
   * that is applied, only the difference is set. @throws FirewallError: then `before` remains
   */
  apply(policy: NatPolicy, before?: NatPolicy): Promise<void>;
  /** As `isIntact` of the firewall, apart from bindings. */
  isIntact(): Promise<boolean>;
  /** Translates nothing. Does nothing if nothing is translated. @throws FirewallError */
  remove(): Promise<void>;
}
