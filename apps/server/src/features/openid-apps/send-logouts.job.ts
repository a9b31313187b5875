import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import { claimLogouts, deleteLogout, type LogoutRow } from './logouts.queries.ts';
import type { CurrentProvider } from './provider/current-provider.ts';
import { runInRequest } from './provider/request-context.ts';

export const sendLogoutsName = 'openid-apps.send-logouts';

/** While an application has not answered yet, tokens for others may become due. */
const pollMilliseconds = 250;

/**
 * Sends logout tokens to applications whose users' sessions have ended
 * (https://openid.net/specs/openid-connect-backchannel-1_0.html). Safe to repeat: applications ignore a second token.
 */
export function defineSendLogouts(provider: CurrentProvider) {
  return defineJob({
    name: sendLogoutsName,
    input: z.object({}),
    schedule: '* * * * *',
    retry: { attempts: 0, firstDelaySeconds: 0 },
    run: async ({ db, clock, log }) => {
      const sendAll = (logouts: readonly LogoutRow[]) =>
        Promise.all(
          logouts.map(async (logout) => {
            if (await send(provider, logout, log)) await deleteLogout(db, logout.id);
          }),
        );
      // by application, so that one that answers slowly delays no other
      const busy = new Map<number, Promise<unknown>>();
      for (;;) {
        const due = await claimLogouts(db, clock.now(), [...busy.keys()]);
        for (const [appId, logouts] of Map.groupBy(due, ({ app_id }) => app_id)) {
          busy.set(
            appId,
            sendAll(logouts).finally(() => busy.delete(appId)),
          );
        }
        if (due.length > 0) continue;
        if (busy.size === 0) return;
        await Promise.race([...busy.values(), setTimeout(pollMilliseconds)]);
      }
    },
  });
}

const noRequest = { session: undefined, ip: undefined, device: undefined, acceptLanguage: undefined };

/** Whether the application accepted it or no longer exists. */
async function send(current: CurrentProvider, logout: LogoutRow, log: Log): Promise<boolean> {
  try {
    const provider = await current.get();
    const client = await provider.Client.find(logout.client_id);
    if (!client) return true;
    await runInRequest(noRequest, () => sendLogoutToken(client, logout));
    return true;
  } catch (error) {
    log.info({ err: error, application: logout.client_id }, 'an application did not accept a logout token');
    return false;
  }
}

interface LogoutClient {
  sendLogout?(accountId: string, sid: string): Promise<void>;
}

function sendLogoutToken(client: object, { account, sid }: LogoutRow): Promise<void> {
  const { sendLogout } = client as LogoutClient;
  if (!sendLogout) throw new Error('the provider sends no logout tokens');
  return sendLogout.call(client, account, sid);
}
