import type { IdentitySource, SourceAttention } from '@gatewarden/contract/identity-sources';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RunMessage } from '../../directory-sync/index.ts';
import { settingsPathOf } from '../settings-path.ts';

const ofRun: readonly SourceAttention[] = ['sync_waiting', 'sync_stopped', 'sync_failed'];
const ofExport: readonly SourceAttention[] = ['export_failed', 'export_refused'];

/** What needs attention, with the page where it is resolved. */
export function SourceAlerts({ source: { id, attention, synchronization } }: { source: IdentitySource }) {
  const { t } = useTranslation('identity-sources');
  const last = synchronization?.last;
  if (attention.length === 0) return null;
  const alerts = attention.map((reason) =>
    ofRun.includes(reason) ? (
      last && (
        <RunMessage
          key={reason}
          run={last}
          action={
            <TextLink to="/settings/directory/run/$runId" params={{ runId: String(last.id) }}>
              {t(reason === 'sync_waiting' ? 'review' : 'view_run')}
            </TextLink>
          }
        />
      )
    ) : (
      <Callout
        key={reason}
        tone="warning"
        title={t(`alert.${reason as OtherReason}`)}
        action={
          ofExport.includes(reason) ? (
            <TextLink to="/settings/directory">{t('view_details')}</TextLink>
          ) : (
            <TextLink to={settingsPathOf(id)}>{t('open_settings')}</TextLink>
          )
        }
      >
        {t(`alert_text.${reason as OtherReason}`)}
      </Callout>
    ),
  );
  return (
    <Stack gap="md" mb="md">
      {alerts}
    </Stack>
  );
}

type OtherReason = Exclude<SourceAttention, `sync_${string}`>;
