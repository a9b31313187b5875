/** Either several protocols with all ports, or several ports of TCP (6) or UDP (17). */
export interface ServiceRange {
  readonly firstProtocol: number;
  readonly lastProtocol: number;
  readonly firstPort: number;
  readonly lastPort: number;
}

export interface AccessEntry {
  readonly family: 4 | 6;
  /** Canonical addresses, both included. */
  readonly first: string;
  readonly last: string;
  /** Empty: all protocols and ports. */
  readonly services: readonly ServiceRange[];
  readonly allow: boolean;
  /** The rule that decides; empty if none does. */
  readonly rule: string;
}

/**
 * Which connections that devices start pass. The profile of the source address decides about the destinations of its
 * entries; then what is protected is denied; then the mode decides. Connections to devices follow the mode.
 */
export interface FirewallPolicy {
  readonly mode: 'deny' | 'allow';
  readonly protected: readonly AccessEntry[];
  /** By id. A profile never changes. */
  readonly profiles: ReadonlyMap<string, readonly AccessEntry[]>;
  /** Profile ids by canonical address, of existing profiles. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Traffic about which a rule decided, in both directions of its connections. */
export interface RuleHits {
  readonly rule: string;
  readonly packets: number;
  readonly bytes: number;
}

/** The firewall of this machine cannot be changed. The message is one sentence for the administrator. */
export class FirewallError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FirewallError';
  }
}

/** Filters what one WireGuard interface forwards, and what devices send to the machine. Only `isIntact` and `takeHits` may overlap with other calls. */
export interface Firewall {
  /** Whether this machine can filter. */
  isAvailable(): Promise<boolean>;
  /**
   * Enforces the policy from the next packet on, also for established connections. There is no moment without a filter.
   * With `before`, the policy that is enforced, only the difference is set. @throws FirewallError: then `before` remains
   */
  apply(policy: FirewallPolicy, before?: FirewallPolicy): Promise<void>;
  /**
   * Whether the filter is as `apply` left it, apart from addresses of devices; true if it changes meanwhile. False after a
   * failure to read it.
   */
  isIntact(): Promise<boolean>;
  /**
   * What rules decided since the previous call; without rules that decided nothing. Each hit is returned at most once:
   * those of the last interval are lost when `apply` removes the last profile with the entry. Empty if the counters
   * cannot be read.
   */
  takeHits(): Promise<readonly RuleHits[]>;
  /** Forwards everything. Does nothing if there is no filter. @throws FirewallError */
  remove(): Promise<void>;
}
