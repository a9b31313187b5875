import type { Outbound, OutboundRequest } from '../../platform/outbound/outbound.ts';
import { findOutboundError } from '../../platform/outbound/outbound-error.ts';
import { FeedError, maxFeedBytes } from './feed.ts';

const limits = { maxBytes: maxFeedBytes, totalMilliseconds: 10_000, maxRedirects: 3 } as const;

/**
 * Fetches the text of a release feed, within ten seconds. The request contains nothing about the instance.
 * @throws FeedError not_https, unreachable, undecodable
 */
export async function fetchFeed(
  outbound: Pick<Outbound, 'request' | 'isListedHost'>,
  address: string,
  other: Pick<OutboundRequest, 'totalMilliseconds'> = {},
): Promise<string> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !outbound.isListedHost(url.hostname)) throw new FeedError('not_https', url.host);
  try {
    const accept = 'application/jose, text/plain;q=0.9, */*;q=0.1';
    const { body } = await outbound.request(url, { headers: { accept }, ...limits, ...other });
    return body.toString('latin1');
  } catch (error) {
    const failure = findOutboundError(error);
    if (!failure) throw error;
    const detail = `${failure.host}: ${failure.reason} ${failure.detail}`.slice(0, 300);
    throw new FeedError('unreachable', detail, { cause: error });
  }
}
