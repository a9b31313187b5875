import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { useMe } from '../../auth/index.ts';
import { OwnPhoneForm } from '../forms/own-phone-form.tsx';

/** Details that only administrators can change, and the phone number, which all users can change. */
export function OwnDetails() {
  const { t } = useTranslation('users');
  const me = useMe();
  return (
    <Stack gap="md">
      <FactList
        facts={[
          { label: t('field.name'), value: personName(me) },
          { label: t('field.username'), value: me.username, copy: me.username },
          { label: t('field.email'), value: me.email, copy: me.email },
          { label: t('field.groups'), value: me.groups.join(', ') },
        ]}
      />
      <OwnPhoneForm user={me} />
    </Stack>
  );
}
