import { StopError } from '@gatewarden/link/stop-error';
import type { EnrolledAnswer, StartAnswer } from '../../edge/person-answers.ts';
import type { PersonClient } from '../../edge/person-client.ts';
import { type ClientStore, createClientStore } from '../../state-folder/client-store.ts';
import type { StoredClient } from '../../state-folder/stored-client.ts';
import { newKeyPair } from '../new-key-pair.ts';
import type { ClientDependencies } from './client-dependencies.ts';
import { deviceNameFor } from './device-name.ts';
import { requireAnswer } from './explain-login.ts';
import { printLogin } from './print-login.ts';
import { type LoginTarget, readLoginTarget } from './read-login-target.ts';

export interface LoginOptions extends LoginTarget {
  /** Of the new device; undefined: that of this machine. */
  readonly name: string | undefined;
  readonly stateDir: string;
  readonly json: boolean;
}

/**
 * Makes this machine a device of the person who has the token. An instance in which it is one already sends its present
 * configuration instead.
 * @throws StopError
 */
export async function login(options: LoginOptions, dependencies: ClientDependencies): Promise<void> {
  const { makePersonClient, terminal, signal, hostName, print } = dependencies;
  const { url, token } = await readLoginTarget(options, terminal, signal);
  const store = createClientStore(options.stateDir);
  // a machine that cannot store the key must not use the token up
  await using _lock = await store.lock();
  const edge = makePersonClient(url.origin, signal);
  const started = requireAnswer(await edge.start(token), url);
  requireActivated(started.answer, url);
  const present = await store.read(started.answer.instanceId);
  const session: Session = { edge, url, store, cookie: started.cookie };
  const client =
    (present && (await renewDevice(session, present, started.answer))) ??
    (await addDevice(session, deviceNameFor(options.name ?? hostName, started.answer.deviceNames, options.name)));
  printLogin(client, { print, json: options.json });
}

interface Session {
  readonly edge: PersonClient;
  readonly url: URL;
  readonly store: ClientStore;
  readonly cookie: string;
}

async function addDevice({ edge, url, store, cookie }: Session, name: string): Promise<StoredClient> {
  const { privateKey, publicKey } = newKeyPair();
  const { answer } = requireAnswer(await edge.addDevice(cookie, { name, publicKey }), url);
  return save(store, { ...answer, url: url.origin, publicKey, privateKey: privateKey.reveal() });
}

/**
 * Undefined if core no longer has the device.
 * @throws StopError also if it is one of another person: core does not tell these two apart
 */
async function renewDevice(
  session: Session,
  present: StoredClient,
  { username }: StartAnswer,
): Promise<StoredClient | undefined> {
  const { edge, url, store, cookie } = session;
  const reply = await edge.readDevice(cookie, present.publicKey);
  if (reply.kind === 'error' && reply.code === 'device_not_found') {
    if (username === present.username) return undefined;
    throw new StopError('refused', otherUserMessage(present));
  }
  const { publicKey, privateKey } = present;
  const { answer } = requireAnswer(reply, url);
  return save(store, { ...answer, url: url.origin, publicKey, privateKey });
}

async function save(
  store: ClientStore,
  client: EnrolledAnswer & Pick<StoredClient, 'url' | 'publicKey' | 'privateKey'>,
): Promise<StoredClient> {
  await store.save(client);
  return client;
}

/** An account without a password continues in a browser, in the session that has begun. */
function requireActivated({ isActivated, username }: StartAnswer, url: URL): void {
  if (isActivated) return;
  throw new StopError(
    'refused',
    `The account ${username} is not active yet. Open ${url.origin} in a browser within ten minutes, with the same token, ` +
      'to choose a password. Then create a link for this machine in the console.',
  );
}

function otherUserMessage({ username, instanceName }: StoredClient): string {
  return (
    `This machine is a device of ${username} in ${instanceName}, and the link is of another user. ` +
    'Use "gatewarden logout" first, or another folder with --state-dir.'
  );
}
