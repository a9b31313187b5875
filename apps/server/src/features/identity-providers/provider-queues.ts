import { addressBlockOf } from '@gatewarden/listener/address-block';
import { createKeyedQueues, type KeyedQueueOptions } from '../../platform/limits/keyed-queues.ts';

/** Calls to providers at the same time, of one address and of all. */
export interface ProviderLimits {
  readonly perAddress: KeyedQueueOptions;
  readonly inTotal: KeyedQueueOptions;
}

/** Makes a call to a provider for the client at the address, in its turn. @throws rate_limited */
export type RunProviderCall = <T>(ip: string | undefined, work: () => Promise<T>) => Promise<T>;

export function createProviderQueues({ perAddress, inTotal }: ProviderLimits): RunProviderCall {
  const addresses = createKeyedQueues(perAddress);
  const total = createKeyedQueues(inTotal);
  return (ip, work) => addresses.run(addressBlockOf(ip), () => total.run('all', work));
}
