/** What is told of a gateway: nothing secret. */
export interface GatewaySafe {
  /** UUID. */
  readonly id: string;
  readonly location_id: number;
  readonly name: string | null;
  readonly hostname: string;
}

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'gateway.joined': { readonly gateway: GatewaySafe };
    'gateway.connected': { readonly gateway: GatewaySafe; readonly streamId: string };
    'gateway.disconnected': { readonly gateway: GatewaySafe };
    'gateway.revoked': { readonly gateway: GatewaySafe };
    'gateway.removed': { readonly gateway: GatewaySafe };
    'gateway.token-rotated': { readonly locationId: number };
    /** `locationId` and `gateway` are null where nothing in the attempt told. */
    'gateway.refused': {
      readonly reason: RefusalReason;
      readonly locationId: number | null;
      readonly gateway: GatewaySafe | null;
      readonly hostname: string | null;
    };
    'gateway.state-rejected': { readonly gateway: GatewaySafe; readonly version: number; readonly reason: string };
    /** All removals are in force; each of `problems` says what else is not. */
    'gateway.state-partially-applied': {
      readonly gateway: GatewaySafe;
      readonly version: number;
      readonly problems: readonly string[];
    };
    /** The interface had something else configured than the state; now it has the state. `peers` names the first of them. */
    'gateway.drift-repaired': AppliedCorrection;
    /** Something else was configured again after a repair, which changed this. Once until the gateway has its state again. */
    'gateway.drift-persisted': AppliedCorrection;
    /** Beyond its allowance of the hour that is over; `gateway` is null for refused strangers. */
    'gateway.entries-omitted': { readonly gateway: GatewaySafe | null; readonly count: number };
    /** Announced, not kept: whether its interface differs from its state has changed. */
    'gateway.drifted': { readonly gateway: GatewaySafe };
    /** Announced, not kept: it says nothing that the change itself did not say. */
    'gateway.acknowledged': { readonly gateway: GatewaySafe; readonly version: number };
  }
}

export interface AppliedCorrection {
  readonly gateway: GatewaySafe;
  readonly settings: boolean;
  readonly removedPeers: number;
  readonly upsertedPeers: number;
  readonly peers: readonly string[];
}

export type RefusalReason = 'join_token_invalid' | 'credential_unknown' | 'credential_revoked' | 'authority_refused';

export function gatewaySafe({ id, location_id, name, hostname }: GatewaySafe): GatewaySafe {
  return { id, location_id, name, hostname };
}
