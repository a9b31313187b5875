import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { useMe } from '../../auth/index.ts';
import { restrictionsQuery } from '../../settings/index.ts';
import { devicesOfUserQuery } from '../devices.queries.ts';

interface Props {
  username: string;
  /** Path of the page on which devices can be removed. */
  devicesPath: string;
  /** The form; hidden once the limit is reached. */
  children: ReactNode;
}

/** Shows the device limit above the form or, once it is reached, instead of it. Administrators have no limit. */
export function DeviceLimit({ username, devicesPath, children }: Props) {
  const { t } = useTranslation('devices');
  const { is_admin: isAdmin } = useMe();
  const restrictions = useQuery({ ...restrictionsQuery(), enabled: !isAdmin });
  const limit = restrictions.data?.devices_per_user ?? 0;
  const devices = useQuery({ ...devicesOfUserQuery(username), enabled: !isAdmin && limit > 0 });
  if (restrictions.isLoading || devices.isLoading) return <FormSkeleton count={1} />;
  // if the numbers cannot be loaded, the server decides
  if (limit === 0 || devices.data === undefined) return children;
  const used = devices.data.length;
  if (used >= limit) {
    return (
      <Callout
        tone="warning"
        action={
          <ButtonLink to={devicesPath} variant="default">
            {t('add.to_devices')}
          </ButtonLink>
        }
      >
        {t('add.limit_reached', { count: limit })}
      </Callout>
    );
  }
  return (
    <Stack gap="md">
      <FieldNotes notes={[{ tone: 'info', text: t('add.limit', { count: limit, used }) }]} />
      {children}
    </Stack>
  );
}
