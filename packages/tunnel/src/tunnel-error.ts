/** The implementation of WireGuard: the kernel or a wireguard-go process. */
export type Backend = 'kernel' | 'userspace';

/** An operation on the interface failed. The message is one sentence for the administrator, without secrets. */
export class TunnelError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TunnelError';
  }
}
