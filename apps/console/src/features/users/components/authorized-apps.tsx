import type { UserInfo } from '@gatewarden/contract/users';
import { IconApps } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';

/** Applications that may sign in with this account. */
export function AuthorizedApps({ apps }: { apps: UserInfo['authorized_apps'] }) {
  const { t } = useTranslation('users');
  return (
    <Panel title={t('apps.title')} variant="open">
      {apps.length === 0 ? (
        <EmptyState variant="row" icon={<IconApps />} title={t('apps.empty_title')} text={t('apps.empty_text')} />
      ) : (
        <RowList>
          {apps.map(({ oauth2client_id, oauth2client_name }) => (
            <Row key={oauth2client_id} name={oauth2client_name} />
          ))}
        </RowList>
      )}
    </Panel>
  );
}
