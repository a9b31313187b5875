import type { AddressRange } from '@gatewarden/net/destination-list';
import type { Services } from './services.ts';

/** Connections to these addresses with these services. */
export interface Target extends AddressRange {
  readonly services: Services;
}

/** What a rule decides. */
export interface PolicyEntry extends Target {
  readonly allow: boolean;
  readonly ruleId: number;
}

/**
 * What rules decide for all sources that they treat alike, whatever the order of rules and sources. No two entries contain
 * the same packet; not empty.
 */
export type Profile = readonly PolicyEntry[];

/** How a location handles connections that devices start. */
export interface Policy {
  readonly allowByDefault: boolean;
  /**
   * Denied to sources whose profile has no entry for them, because a rule names them for others. Empty if the default
   * is to deny. No two contain the same packet.
   */
  readonly protectedTargets: readonly Target[];
}
