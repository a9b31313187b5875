import type { Provisioner } from '@gatewarden/contract/yubikeys';

export type ProvisionerState = 'available' | 'busy' | 'unavailable';

/** Whether it can take a job now. */
export function stateOf({ connected, job }: Pick<Provisioner, 'connected' | 'job'>): ProvisionerState {
  if (!connected) return 'unavailable';
  return job === null ? 'available' : 'busy';
}
