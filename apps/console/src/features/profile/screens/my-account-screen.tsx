import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useMe } from '../../auth/index.ts';
import { PreferenceFields } from '../../preferences/index.ts';
import { PersonState, UserDetailsForm } from '../../users/index.ts';
import { OwnDetails } from '../components/own-details.tsx';

/** Who the signed-in user is, and how the console looks for them. */
export function MyAccountScreen() {
  const { t } = useTranslation(['users', 'common']);
  const me = useMe();
  const name = personName(me);
  return (
    <>
      <PageHeader title={name} state={<PersonState user={me} withRole />} icon={<Avatar name={name} size="lg" />} />
      <Panel title={t('page.details')} {...(!me.is_admin && { text: t('profile.read_only') })}>
        {me.is_admin ? <UserDetailsForm user={me} /> : <OwnDetails />}
      </Panel>
      <Panel title={t('common:shell.preferences')}>
        <PreferenceFields />
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
