import type { Secret } from '@gatewarden/process/secret';
import { ClientAnswer, ConnectFinished, ConnectStarted, EnrolledAnswer, StartAnswer } from './person-answers.ts';
import { createPoll } from './poll-changes.ts';
import { createPostJson, type Reply } from './post-json.ts';

/** Cookie of a session in which a person adds a device; ten minutes. */
export type EnrollmentSession = string;

/** How a person proves a second factor, with its number of the interface (wire §11.1); 100 is Gatewarden's own. */
export const factorMethods = { app: 0, email: 1, browser: 100 } as const;
export type FactorMethod = keyof typeof factorMethods;
/** With `external`, the person signs in at an identity provider. */
const connectMethods = { ...factorMethods, external: 2 } as const;

/** What a device of a person calls at core. */
export interface PersonClient {
  /** Begins the session of the token. It can be begun again while it lasts. */
  start(token: Secret): Promise<Reply<StartAnswer>>;
  /** Adds a device with the public key. */
  addDevice(session: EnrollmentSession, device: { name: string; publicKey: string }): Promise<Reply<EnrolledAnswer>>;
  /** The device that has this key already; its former poll token ends. */
  readDevice(session: EnrollmentSession, publicKey: string): Promise<Reply<EnrolledAnswer>>;
  /** The present configuration. */
  poll(pollToken: Secret): Promise<Reply<ClientAnswer>>;
  /**
   * Begins an attempt to connect, which replaces an earlier one. With `email`, core mails a code; with `browser`, the answer has
   * the page on which the person confirms it.
   */
  startConnect(wanted: {
    readonly locationId: number;
    readonly publicKey: string;
    readonly method: keyof typeof connectMethods;
  }): Promise<Reply<ConnectStarted>>;
  /** Returns the preshared key of the session. Without a code: after the person proved it in a browser, before with status 428. */
  finishConnect(token: string, code?: string): Promise<Reply<{ readonly preshared_key: string }>>;
}

interface Options {
  /** Address of core's listener; its path is not used. */
  readonly url: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  readonly timeoutMilliseconds?: number;
}

export function createPersonClient(options: Options): PersonClient {
  const post = createPostJson(options);
  const withCookie = (session: EnrollmentSession) => (session ? { cookie: session } : {});
  return {
    start: (token) => post('enrollment/start', { token: token.reveal() }, StartAnswer),
    addDevice: (session, { name, publicKey }) =>
      post('enrollment/create_device', { name, pubkey: publicKey }, EnrolledAnswer, withCookie(session)),
    readDevice: (session, publicKey) =>
      post('enrollment/network_info', { pubkey: publicKey }, EnrolledAnswer, withCookie(session)),
    poll: createPoll(post, ClientAnswer),
    startConnect: ({ locationId, publicKey, method }) =>
      post(
        'client-mfa/start',
        { location_id: locationId, pubkey: publicKey, method: connectMethods[method] },
        ConnectStarted,
      ),
    finishConnect: (token, code) => post('client-mfa/finish', { token, code }, ConnectFinished),
  };
}
