import { startEnrollment } from '@gatewarden/contract/enrollment';
import { addUser } from '@gatewarden/contract/users';
import { type EdgeClient, newContinuation, newEdgeClient } from '../../server/test/edge-client.ts';
import type { Person } from '../../server/test/given/given.ts';
import { newKeys } from '../../server/test/given/network.ts';
import { totpCode } from '../../server/test/given/totp.ts';
import { type ClusterEdge, repeatUntil } from './cluster.ts';

export interface Refused {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Someone who enrols with steps that are repeated until they succeed, at any of the edges. */
export interface EnrollingPerson {
  readonly username: string;
  /** Performs the next step. */
  next(): Promise<void>;
  readonly isFinished: boolean;
  /** How calls were answered while core was away. */
  readonly refused: readonly Refused[];
}

const password = 'Correct-horse-7';

/** Invites someone. `edges` are tried in turn, beginning with this one. */
export async function inviteTo(
  edges: readonly ClusterEdge[],
  first: number,
  admin: Pick<Person, 'call'>,
  username: string,
): Promise<EnrollingPerson> {
  const names = { username, first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  await admin.call(addUser, { body: names });
  const { enrollment_token: token } = await admin.call(startEnrollment, { params: { username }, body: {} });
  const continuation = newContinuation();
  const refused: Refused[] = [];
  const { publicKey } = newKeys();
  let at = first;
  let cookie = '';
  const clients = new Map<number, EdgeClient>(edges.map((edge, index) => [index, newEdgeClient(edge)]));

  /** The answer of an edge that runs; the client of a browser has the same cookies for all. */
  async function post(path: string, body: object): Promise<Refused> {
    return repeatUntil(async () => {
      const client = clients.get(at % edges.length);
      const answer = await client?.post(path, body, { cookie }).catch(() => undefined);
      if (answer) {
        const [set] = answer.headers.getSetCookie();
        if (set !== undefined) cookie = /^defguard_proxy=[^;]+/.exec(set)?.[0] ?? '';
        const { status, body: answered } = answer;
        if (status !== 500) return { status, body: answered };
        refused.push({ status, body: answered });
      }
      // another edge next, as through a load balancer
      at += 1;
      return undefined;
    });
  }

  /** A call that took effect although its answer was lost is refused with the code. */
  async function perform(path: string, body: object, ...done: readonly string[]): Promise<Record<string, unknown>> {
    const { status, body: answer } = await post(path, body);
    if (status === 200 || done.includes(String(answer['code']))) return answer;
    throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
  }

  const steps: readonly (() => Promise<unknown>)[] = [
    () => perform('/enrollment/start', { token }),
    () => perform('/enrollment/session', {}),
    async () => {
      const chosen = { password, continue_with: continuation };
      const { code } = await perform('/enrollment/activate_user', chosen, 'enrollment_session_ended');
      // the browser lacks the cookie of the answer that was lost
      if (code !== undefined) await perform('/enrollment/start', { token: continuation });
    },
    async () => {
      const method = 'Totp';
      const { totp_secret } = await perform('/enrollment/register-mfa/code/start', { method });
      const code = totpCode(String(totp_secret), new Date());
      await perform('/enrollment/register-mfa/code/finish', { method, code }, 'second_factor_exists');
    },
    async () => {
      const device = { name: 'Laptop', pubkey: publicKey };
      await perform('/enrollment/create_device', device, 'public_key_taken', 'device_name_taken');
      // also if the device exists already, since it has the key
      await perform('/enrollment/network_info', { pubkey: publicKey });
    },
    () => perform('/enrollment/finish', {}),
  ];
  let done = 0;
  return {
    username,
    refused,
    get isFinished() {
      return done === steps.length;
    },
    async next() {
      await steps[done]?.();
      if (done < steps.length) done += 1;
    },
  };
}
