import { StopError } from '@gatewarden/link/stop-error';
import type { DeviceAnswer } from '../edge/answers.ts';
import type { Outcome } from '../edge/edge-client.ts';
import { temporaryFolderOf } from '../state-folder/private-folder.ts';
import { markOf, openStateFolder } from '../state-folder/state-folder.ts';
import type { JoinOptions } from './command.ts';
import type { Dependencies } from './dependencies.ts';
import { newKeyPair } from './new-key-pair.ts';
import { printJoined } from './print-joined.ts';
import { stopOnTunnelError } from './stored-tunnel.ts';

/**
 * Makes this machine the device that the token was issued for, and brings its tunnel up. The interface comes first: a
 * machine that cannot have one must not use the token up.
 * @throws StopError
 */
export async function join(options: JoinOptions, { makeTunnel, makeEdgeClient, print }: Dependencies): Promise<void> {
  await using folder = await openStateFolder(options.stateDir);
  const present = await folder.read();
  if (present) throw new StopError('usage', alreadyJoinedMessage(present.deviceName, present.instanceName));
  const { privateKey, publicKey } = newKeyPair();
  const { interfaceName, userspaceOnly, url, token } = options;
  const owner = {
    name: interfaceName,
    mark: markOf(folder.path),
    userspaceOnly,
    privateKey,
    secretFolder: temporaryFolderOf(folder.path),
  };
  const tunnel = makeTunnel(owner);
  await stopOnTunnelError(() => tunnel.open());
  const outcome = await makeEdgeClient(url).enrol(token, publicKey);
  if (outcome.kind !== 'answer' || outcome.answer.pollToken === null) {
    await stopOnTunnelError(() => tunnel.remove());
    throw refusalOf(outcome, url);
  }
  const { pollToken, ...answer } = outcome.answer;
  await folder.save({ ...answer, url, interfaceName, userspaceOnly, privateKey: privateKey.reveal(), pollToken });
  const unreachable = await stopOnTunnelError(() => tunnel.apply(answer.tunnel));
  printJoined(print, { ...answer, interfaceName }, unreachable);
}

function refusalOf(outcome: Outcome<DeviceAnswer>, url: string): StopError {
  switch (outcome.kind) {
    case 'unknown-token':
      return new StopError('refused', 'The token is not valid: it was used or replaced, or is older than a day.');
    case 'refused':
      return new StopError('refused', `Core refuses this device: ${outcome.error}.`);
    case 'unreachable':
      return new StopError('failed', `Core does not answer at ${url}: ${outcome.reason}.`);
    case 'answer':
      return new StopError('failed', `Core answered without a token at ${url}.`);
  }
}

function alreadyJoinedMessage(device: string, instance: string): string {
  return (
    `This machine is already the device ${device} of ${instance}. ` +
    'Use "gatewarden leave" first, or another folder with --state-dir and another interface with --interface.'
  );
}
