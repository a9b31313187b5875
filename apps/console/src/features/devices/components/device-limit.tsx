import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { useMe } from '../../auth/index.ts';
import { restrictionsQuery } from '../../settings/index.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';

/** How many devices users may have, above the form; administrators may add any number. */
export function DeviceLimitNote({ username }: { username: string }) {
  const { t } = useTranslation('devices');
  const { is_admin: isAdmin } = useMe();
  const limit = useQuery({ ...restrictionsQuery(), enabled: !isAdmin }).data?.devices_per_user ?? 0;
  const devices = useQuery({ ...devicesOfUserQuery(username), enabled: !isAdmin && limit > 0 }).data;
  if (limit === 0 || devices === undefined) return null;
  const isFull = devices.length >= limit;
  if (!isFull)
    return <FieldNotes notes={[{ tone: 'info', text: t('add.limit', { count: limit, used: devices.length }) }]} />;
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} mb="md">
      {t('add.limit_reached', { count: limit })}
    </Alert>
  );
}
