/** The WireGuard interface of the device. */
export interface Tunnel {
  /** Sets the interface up with this configuration, also if it is up with another one. @throws StopError */
  up(configuration: string): Promise<void>;
  /** Does nothing if it is down. @throws StopError */
  down(): Promise<void>;
  isUp(): Promise<boolean>;
  /** The latest handshake; undefined if there was none. */
  latestHandshake(): Promise<Date | undefined>;
}
