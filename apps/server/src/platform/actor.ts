/** Who is signed in, as of the request. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly sessionId: number;
}

/** Where a change came from; each event and log entry carries it. */
export interface Origin {
  readonly by: { readonly userId: number; readonly username: string } | 'system';
  /** Address of the caller without prefix; undefined for the product itself. */
  readonly ip: string | undefined;
  /** The caller's User-Agent; undefined for the product itself. */
  readonly device: string | undefined;
}

/** For what no person asked for: jobs, start-up, gateways. */
export const bySystem: Origin = { by: 'system', ip: undefined, device: undefined };
