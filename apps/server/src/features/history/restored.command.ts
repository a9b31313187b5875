import type { AdminCommand } from '../admin-command.ts';
import type { History } from './history.service.ts';

/** For restores that core cannot detect because no mark is newer, such as a snapshot of the whole machine. */
export const restored: AdminCommand<{ readonly history: Pick<History, 'declareRestored'> }> = {
  name: 'restored',
  parameters: [],
  description: 'after a restore that core did not notice: end all sessions and have administrators check the database',
  async run({ features, origin }) {
    const { entries, from, until } = await features.history.declareRestored(origin);
    const period = [from && `from ${from.toISOString()}`, until && `to ${until.toISOString()}`].filter(Boolean);
    return {
      lines: [
        'All sessions, half-finished sign-ins and mailed codes have ended, join tokens are replaced, and gateways get the whole configuration.',
        entries === null
          ? 'What was lost is not known.'
          : `At least ${entries} entries of the activity log are lost, ${period.join(' ')}.`,
        'Administrators see a notice until one of them acknowledges it. docs/administration.md says what to check.',
      ],
      summary: entries === null ? 'declared, loss unknown' : `declared, at least ${entries} entries lost`,
      succeeded: true,
    };
  },
};
