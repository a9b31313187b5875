import { type AdminCommand, done } from '../admin-command.ts';
import type { LicenceService } from './licence.service.ts';

/** For an instance whose clock was ahead for a while, so that its license seems to have expired. */
export const acceptClock: AdminCommand<{ readonly licence: Pick<LicenceService, 'acceptClock'> }> = {
  name: 'licence accept-clock',
  parameters: [],
  description: 'after the clock was ahead: judge the license by the current time again',
  async run({ features, origin }) {
    const latest = await features.licence.acceptClock(origin);
    return done(`replaced ${latest?.toISOString() ?? 'nothing'}`, [
      latest === null
        ? 'This instance had not seen any time yet.'
        : `The latest time that this instance had seen was ${latest.toISOString()}; the clock of this machine replaces it.`,
    ]);
  },
};
