import { stopUser } from '@gatewarden/contract/emergency-stop';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

/** A device of the owner that was switched off. */
async function givenSuspendedDevice({ given }: TestServer, owner: Person): Promise<CallInput> {
  await given.location();
  const { device } = await given.device(owner);
  await owner.call(stopUser, { params: { username: owner.username }, body: { disable: false } });
  return { params: { id: device.id } };
}

export const emergencyStopCalls = {
  'POST /user/:username/stop': {
    access: 'self',
    input: (_, { username }) => ({ params: { username }, body: { disable: false, tokens: true, devices: false } }),
  },
  'GET /user/:username/stop': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'GET /user/:username/stop/preview': { access: 'admin', input: (_, { username }) => ({ params: { username } }) },
  'GET /user/:username/stop/last': { access: 'admin', input: (_, { username }) => ({ params: { username } }) },
  'GET /suspended': { access: 'admin', input: () => ({}) },
  'POST /device/:id/switch_on': { access: 'user', owned: true, input: givenSuspendedDevice },
} as const satisfies Readonly<Record<string, CallRow>>;
