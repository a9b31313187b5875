import type { Certificate } from '@gatewarden/contract/updates';
import { useTranslation } from 'react-i18next';
import { formatDate, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const tones = { valid: 'success', expiring: 'warning', expired: 'danger' } as const;

/** Certificates that the server presents or trusts, and when they expire. */
export function CertificatePanel({ certificates }: { certificates: readonly Certificate[] }) {
  const { t } = useTranslation('updates');
  return (
    <Panel title={t('certificates.title')} text={t('certificates.text')} variant="open">
      <RowList label={t('certificates.title')}>
        {certificates.map((certificate) => (
          <CertificateRow key={`${certificate.kind} ${certificate.name}`} certificate={certificate} />
        ))}
      </RowList>
    </Panel>
  );
}

function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('updates');
  const locale = useLocale();
  const { kind, name, expires_at, state, automatic } = certificate;
  return (
    <Row
      name={t(`certificates.${kind}`, { name: name ?? '' })}
      badge={<StatusBadge tone={tones[state]}>{t(`certificates.state.${state}`)}</StatusBadge>}
    >
      <RowFacts>
        {expires_at === null ? (
          <span>{t('certificates.never')}</span>
        ) : (
          <>
            <span>
              <RichText
                text={t('certificates.until', { date: formatDate(instantOf(expires_at), locale) })}
                parts={{ time: () => <RelativeTime at={expires_at} /> }}
              />
            </span>
            <span>{t(automatic ? 'certificates.automatic' : 'certificates.manual')}</span>
          </>
        )}
      </RowFacts>
    </Row>
  );
}
