import type { SupportOverview } from '@gatewarden/contract/support';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Panel } from '../../../ui/panel.tsx';

/** What there is of the log. */
export function LogPanel({ overview }: { overview: SupportOverview }) {
  const { t, i18n } = useTranslation('support');
  const { log_files_enabled: areOn, log_bytes: bytes } = overview;
  return (
    <Panel title={t('log.title')} text={t('log.text')} variant="open">
      {areOn ? (
        bytes === 0 ? (
          t('log.none')
        ) : (
          t('log.size', { size: formatBytes(bytes, i18n.language) })
        )
      ) : (
        <Callout tone="info">{t('log.off')}</Callout>
      )}
    </Panel>
  );
}
