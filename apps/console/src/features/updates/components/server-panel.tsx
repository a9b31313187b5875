import type { Versions } from '@gatewarden/contract/updates';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { DriftBadge } from './drift-badge.tsx';

interface Props {
  versions: Versions;
  /** Whether no newer release is known. */
  isNewest: boolean;
}

/** The cores that run, and the database. */
export function ServerPanel({ versions: { core, database }, isNewest }: Props) {
  const { t } = useTranslation('updates');
  const isSingle = core.replicas.length === 1;
  return (
    <Panel title={t('server.title')} variant="open">
      <RowList label={t('server.title')}>
        {core.replicas.map(({ id, address, version, drift, is_current }) => (
          <Row
            key={id}
            name={isSingle ? t('server.core') : t('server.core_at', { address: address ?? id })}
            badge={<DriftBadge drift={drift} confirmsSame={isNewest && !is_current} />}
          >
            <RowFacts>
              <span>{version === null ? t('version_unknown') : t('version', { version })}</span>
              {is_current && <span>{t('server.node', { version: core.runtime })}</span>}
              {is_current && !isSingle && <span>{t('server.current')}</span>}
            </RowFacts>
          </Row>
        ))}
        <Row name={t('server.database')}>
          <RowFacts>
            <span>{t('version', { version: database.version })}</span>
            <span>{t(`server.${database.kind}`)}</span>
          </RowFacts>
        </Row>
      </RowList>
    </Panel>
  );
}
