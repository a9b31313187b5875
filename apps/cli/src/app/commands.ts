import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { clientConfigText, fillPrivateKey } from '@gatewarden/net/wireguard-config';
import { type Configuration, enrol, poll } from '../edge/edge-client.ts';
import { StopError } from '../platform/stop-error.ts';
import type { DeviceState, StateStore } from '../state/device-state.ts';
import type { Tunnel } from '../tunnel/tunnel.ts';

interface Dependencies {
  readonly store: StateStore;
  readonly tunnel: Tunnel;
  readonly print: (line: string) => void;
}

/** Generates the key pair, sends the public key with the token, and sets the tunnel up. @throws StopError */
export async function join(
  { url, token }: { readonly url: string; readonly token: string },
  { store, tunnel, print }: Dependencies,
): Promise<void> {
  const joined = await store.read();
  if (joined)
    throw new StopError('usage', `This machine is already the device ${joined.device.name}; run leave first.`);
  const { publicKey, privateKey } = newKeyPair();
  const { device, config, pollToken } = await enrol(url, token, publicKey);
  const configuration = textOf({ device, config }, privateKey);
  await store.save({ url, device, location: config.network_name, pollToken, privateKey, configuration });
  print(`Joined ${config.network_name} as ${device.name}, ${config.assigned_ip.join(', ')}.`);
  await tunnel.up(configuration);
  print('The tunnel is up. The command run follows changes of the configuration.');
}

const pollMilliseconds = 30_000;

/**
 * Sets the tunnel up and follows changes of the configuration until the signal is aborted; the tunnel stays up then.
 * @throws StopError; when core no longer knows the device, its tunnel and its state are removed first
 */
export async function follow(signal: AbortSignal, { store, tunnel, print }: Dependencies): Promise<void> {
  let state = await requireJoined(store);
  if (!(await tunnel.isUp())) await tunnel.up(state.configuration);
  let reported = '';
  while (!signal.aborted) {
    const result = await poll(state.url, state.pollToken);
    if (result.kind === 'refused') {
      await tunnel.down();
      await store.remove();
      throw new StopError('refused', 'Core no longer knows this device. Its tunnel and its private key are removed.');
    }
    const reason = result.kind === 'unavailable' ? result.reason : '';
    if (reason !== reported) print(reason === '' ? 'Core answers again.' : `Core cannot be asked: ${reason}`);
    reported = reason;
    if (result.kind === 'configuration') state = await apply(state, result.configuration, { store, tunnel, print });
    await wait(pollMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

async function apply(
  state: DeviceState,
  { device, config }: Configuration,
  { store, tunnel, print }: Dependencies,
): Promise<DeviceState> {
  const configuration = textOf({ device, config }, state.privateKey);
  const next = { ...state, device, location: config.network_name, configuration };
  if (configuration === state.configuration) return state;
  await store.save(next);
  await tunnel.up(configuration);
  print('The configuration has changed and is in use.');
  return next;
}

/** @throws StopError if the device has not joined */
export async function showStatus({ store, tunnel, print }: Dependencies): Promise<void> {
  const { device, location, url } = await requireJoined(store);
  const isUp = await tunnel.isUp();
  const handshake = isUp ? await tunnel.latestHandshake() : undefined;
  print(`Device: ${device.name}`);
  print(`Location: ${location}`);
  print(`Core: ${url}`);
  print(`Tunnel: ${isUp ? 'up' : 'down'}`);
  if (isUp) print(`Latest handshake: ${handshake?.toISOString() ?? 'none'}`);
}

/** Removes the tunnel and the private key. The device remains in the console until it is deleted there. */
export async function leave({ store, tunnel, print }: Dependencies): Promise<void> {
  await tunnel.down();
  await store.remove();
  print('The tunnel and the private key are removed. Delete the device in the console.');
}

async function requireJoined(store: StateStore): Promise<DeviceState> {
  const state = await store.read();
  if (!state) throw new StopError('usage', 'This machine has not joined; run join with the address and the token.');
  return state;
}

/** X25519 in the format of WireGuard. */
function newKeyPair() {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  return { publicKey: toBase64(x), privateKey: toBase64(d) };
}

/** Written here from checked values: the text of the answer could contain commands, which wg-quick would run. */
function textOf({ config }: Configuration, privateKey: string): string {
  const text = clientConfigText({
    addresses: config.assigned_ip,
    dns: config.dns,
    locationPublicKey: config.pubkey,
    allowedIps: config.allowed_ips,
    endpoint: config.endpoint.host,
    port: config.endpoint.port,
    keepaliveSeconds: config.keepalive_interval,
  });
  return fillPrivateKey(text, privateKey);
}
