import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { useMe } from '../../auth/index.ts';
import { AuthorizeDialog } from './authorize-dialog.tsx';
import { AuthorizedNotice } from './authorized-notice.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { EndSessionDialog } from './end-session-dialog.tsx';

/** Devices of the user in locations with two-factor authentication, each with the one action that is possible. */
export function OwnConnectionList({ connections }: { connections: readonly OwnConnection[] }) {
  const { t } = useTranslation('location-mfa');
  const me = useMe();
  const [authorizing, setAuthorizing] = useState<OwnConnection>();
  const [ending, setEnding] = useState<OwnConnection>();
  if (connections.length === 0) {
    return (
      <EmptyState
        icon={<IconShieldLock />}
        title={t('connect.empty_title')}
        text={t('connect.empty_text')}
        action={
          <ButtonLink to="/me" variant="default">
            {t('connect.to_devices')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <AuthorizedNotice connections={connections} />
      <RowList label={t('connect.list')}>
        {connections.map((connection) => (
          <ConnectionRow
            key={`${connection.device_id} ${connection.location_id}`}
            connection={connection}
            onAuthorize={() => setAuthorizing(connection)}
            onEnd={() => setEnding(connection)}
          />
        ))}
      </RowList>
      {authorizing && <AuthorizeDialog connection={authorizing} onClose={() => setAuthorizing(undefined)} />}
      {ending && (
        <EndSessionDialog
          locationId={ending.location_id}
          session={{ ...ending, is_connected: ending.session?.is_connected === true }}
          owner={personName(me)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
