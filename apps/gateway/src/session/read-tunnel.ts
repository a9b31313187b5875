import type { Logger } from 'pino';
import { contentDigest } from '../peers/content-digest.ts';
import type { PeerTraffic, Wireguard } from '../ports/wireguard.ts';
import { applyTunnel } from './apply-tunnel.ts';
import type { LocationState } from './location-state.ts';

interface Dependencies {
  readonly wireguard: Wireguard;
  readonly log: Logger;
}

/** The digest of what the interface contains; undefined if it cannot be read. */
export async function readDigest({ wireguard, log }: Dependencies): Promise<Buffer<ArrayBuffer> | undefined> {
  const reading = await wireguard
    .read()
    .catch((error) => void log.warn({ err: error }, 'the interface could not be read'));
  return reading && contentDigest(reading);
}

/** A missing interface is created again first. */
export async function readTraffic(
  { wireguard, log }: Dependencies,
  { tunnel }: LocationState,
): Promise<readonly PeerTraffic[]> {
  return wireguard.readTraffic().catch(async () => {
    log.warn('the interface could not be read; creating it if it is missing');
    await applyTunnel(wireguard, tunnel);
    return wireguard.readTraffic();
  });
}
