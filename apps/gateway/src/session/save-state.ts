import type { StateChange } from '@gatewarden/contract/gateway/v1';
import type { Logger } from 'pino';
import type { LocationState } from './location-state.ts';
import type { StateJournal } from './state-journal.ts';

interface Dependencies {
  readonly journal: StateJournal;
  readonly log: Logger;
}

/**
 * Called before the state is applied: an agent that is killed meanwhile must not start with removed peers. If the
 * state cannot be written, the former one is deleted for the same reason. `change` leads to it from the saved state;
 * undefined writes it whole. Returns problems for the administrator.
 */
export async function saveState(
  { journal, log }: Dependencies,
  next: LocationState,
  change: StateChange | undefined,
): Promise<string[]> {
  try {
    await journal.save(next, change);
    return [];
  } catch (error) {
    log.error({ err: error }, 'the state could not be saved');
    await journal
      .remove()
      .catch((cause) => log.error({ err: cause }, 'the previous state could not be removed either'));
    return ['The state folder cannot be written, so this gateway starts without a state while core is away.'];
  }
}
