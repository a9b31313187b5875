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
    /** Announced, not kept: it says nothing that the change itself did not say. */
    'gateway.acknowledged': { readonly gateway: GatewaySafe; readonly version: number };
  }
}

export type RefusalReason = 'join_token_invalid' | 'credential_unknown' | 'credential_revoked' | 'authority_refused';

export function gatewaySafe({ id, location_id, name, hostname }: GatewaySafe): GatewaySafe {
  return { id, location_id, name, hostname };
}
