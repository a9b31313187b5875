export type Family = 4 | 6;

/** Whether this machine forwards packets between its interfaces. */
export interface Forwarding {
  /** Undefined if the machine does not have the address family, or if the setting cannot be read. */
  read(family: Family): Promise<boolean | undefined>;
  /** Until the machine is restarted. @throws Error if this process may not change it */
  enable(family: Family): Promise<void>;
}
