import type { UserInfo } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SkipReason, skipReasonOf } from '../invite-people.ts';

const reasons: readonly SkipReason[] = ['enrolled', 'disabled', 'managed'];

/** How many of the people cannot be invited, by reason. */
export function SkippedPeople({ people }: { people: readonly UserInfo[] }) {
  const { t } = useTranslation('enrollment');
  const counts = Map.groupBy(people, skipReasonOf);
  return reasons.map((reason) => {
    const count = counts.get(reason)?.length ?? 0;
    return (
      count > 0 && (
        <Text key={reason} c="dimmed">
          {t(`many.skipped.${reason}`, { count })}
        </Text>
      )
    );
  });
}
