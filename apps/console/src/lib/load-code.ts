import { ApiError } from './api-error.ts';
import { isAway, reportFailure } from './connection.ts';
import { reloadFailedStyles } from './failed-styles.ts';
import { reloadForNewVersion } from './new-version.ts';

/** Pauses after failed attempts: a network that changes, as when a VPN goes up, aborts requests in flight. */
const pauseMilliseconds = [300, 1_000, 2_500] as const;
/** Longer pauses are left out while the server does not answer: what needs the file tries again when it does. */
const maxAwayPauseMilliseconds = 1_000;

/**
 * Imports a file of the console, with further attempts when that or one of its styles fails. Styles that still fail after
 * the last attempt are loaded with the next file. After a deployment, whose files have other names, the page reloads itself.
 * @throws ApiError `network_unreachable` after the last attempt
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const pause of pauseMilliseconds) {
    try {
      const code = await load();
      if (await reloadFailedStyles()) return code;
    } catch {
      // as after a failed file of styles, further attempts follow
    }
    reportFailure();
    // the page goes away: nothing more is shown
    if (await reloadForNewVersion()) return new Promise(() => undefined);
    if (isAway() && pause > maxAwayPauseMilliseconds) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return load().catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: 'network_unreachable', cause });
  });
}
