import { addressBlockOf } from '@gatewarden/listener/address-block';
import { createKeyedQueues, type KeyedQueueOptions } from '../../platform/limits/keyed-queues.ts';

/** Calls to providers at the same time. */
export interface ProviderLimits {
  /** To one provider, of one address. */
  readonly perAddress: KeyedQueueOptions;
  readonly perProvider: KeyedQueueOptions;
  /** More than a slow provider can occupy, so that others remain available. */
  readonly inTotal: KeyedQueueOptions;
}

interface ProviderCall {
  readonly providerId: number;
  /** Of the client. */
  readonly ip: string | undefined;
}

/** Makes a call to a provider in its turn. Calls to one provider do not wait for those to another one. @throws rate_limited */
export type RunProviderCall = <T>(call: ProviderCall, work: () => Promise<T>) => Promise<T>;

export function createProviderQueues({ perAddress, perProvider, inTotal }: ProviderLimits): RunProviderCall {
  const addresses = createKeyedQueues(perAddress);
  const providers = createKeyedQueues(perProvider);
  const total = createKeyedQueues(inTotal);
  return ({ providerId, ip }, work) =>
    addresses.run(`${providerId} ${addressBlockOf(ip)}`, () =>
      providers.run(`${providerId}`, () => total.run('all', work)),
    );
}
