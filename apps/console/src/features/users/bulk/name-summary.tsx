import type { UserInfo } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';

const shownNames = 5;

/** The first few names, and the number of the others. */
export function NameSummary({ users }: { users: readonly UserInfo[] }) {
  const { t, i18n } = useTranslation('users');
  const names = users.slice(0, shownNames).map((user) => personName(user));
  const rest = users.length - names.length;
  if (rest > 0) names.push(t('many.more', { count: rest }));
  return <Text fw={500}>{new Intl.ListFormat(i18n.language).format(names)}</Text>;
}
