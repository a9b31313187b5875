import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ApiTokenList } from '../../api-tokens/index.ts';
import { useMe } from '../../auth/index.ts';
import { AuthKeyList } from '../../auth-keys/index.ts';
import { DeviceList } from '../../devices/index.ts';
import { SignOutEverywhere } from '../../emergency-stop/index.ts';
import { SecondFactors } from '../../mfa/index.ts';
import { SessionList } from '../../sessions/index.ts';
import { useEssentials } from '../../settings/index.ts';
import { AuthorizedApps, PersonState, UserDetailsForm } from '../../users/index.ts';
import { OwnPassword } from '../components/own-password.tsx';
import { OwnPhoneForm } from '../forms/own-phone-form.tsx';

/** Account of the signed-in user, with the devices first because they are used most. */
export function MyProfileScreen() {
  const { t } = useTranslation('users');
  const me = useMe();
  const { wireguard_enabled: hasDevices } = useEssentials();
  return (
    <>
      <PageHeader title={personName(me)} state={<PersonState user={me} withRole />} />
      {hasDevices && <DeviceList username={me.username} addLink={{ to: '/me/devices/new' }} />}
      <SecondFactors />
      <OwnPassword />
      <SessionList username={me.username} />
      <SignOutEverywhere username={me.username} />
      <AuthKeyList username={me.username} />
      <ApiTokenList owner={me} />
      <AuthorizedApps apps={me.authorized_apps} />
      <Panel title={t('page.details')} {...(!me.is_admin && { text: t('profile.read_only') })}>
        {me.is_admin ? <UserDetailsForm user={me} /> : <OwnDetails />}
      </Panel>
      <Panel
        title={t('profile.activity')}
        text={t('profile.activity_text')}
        variant="open"
        actions={
          <ButtonLink to="/me/activity" variant="default">
            {t('profile.activity_open')}
          </ButtonLink>
        }
      />
    </>
  );
}

/** Details that only administrators can change, and the phone number, which all users can change. */
function OwnDetails() {
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
