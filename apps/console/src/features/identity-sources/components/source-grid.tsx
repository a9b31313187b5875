import type { ProviderKind } from '@gatewarden/contract/identity-providers';
import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../ui/fact-list.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { settingsPathOf } from '../settings-path.ts';
import { useSourceName } from '../use-source-name.ts';
import { SourceAlerts } from './source-alerts.tsx';
import styles from './source-grid.module.css';
import { useSourceFacts } from './use-source-facts.tsx';

const tones = { attention: 'warning', on: 'success', off: 'neutral' } as const;
/** The same in all languages. */
const brands: Readonly<Partial<Record<ProviderKind, string>>> = {
  google: 'Google',
  microsoft: 'Microsoft Entra',
  okta: 'Okta',
  jumpcloud: 'JumpCloud',
};

/** A panel for each source that is set up. */
export function SourceGrid({ sources }: { sources: readonly IdentitySource[] }) {
  return (
    <div className={styles.grid}>
      {sources.map((source) => (
        // panels that are siblings have a distance, which the grid has already
        <div key={source.id}>
          <Source source={source} />
        </div>
      ))}
    </div>
  );
}

function Source({ source }: { source: IdentitySource }) {
  const { t } = useTranslation('identity-sources');
  const nameOf = useSourceName();
  const facts = useSourceFacts(source);
  const name = source.kind === 'ldap' ? t('ldap') : nameOf(source.id);
  return (
    <Panel title={name} text={<State source={source} />} actions={<Links source={source} name={name} />}>
      <SourceAlerts source={source} />
      <FactList facts={facts} />
    </Panel>
  );
}

function State({ source: { kind, provider_kind, state, attention } }: { source: IdentitySource }) {
  const { t } = useTranslation('identity-sources');
  if (kind === 'local') return t('local_text');
  const shown = attention.length > 0 ? 'attention' : state === 'on' ? 'on' : 'off';
  return (
    <div className={styles.state}>
      <StatusBadge tone={tones[shown]}>{t(`state.${shown}`)}</StatusBadge>
      {provider_kind && <span>{brands[provider_kind] ?? t('add.openid')}</span>}
    </div>
  );
}

function Links({ source: { id, kind, synchronization }, name }: { source: IdentitySource; name: string }) {
  const { t } = useTranslation('identity-sources');
  if (kind === 'local') return null;
  return (
    <div className={styles.links}>
      {synchronization && (
        <TextLink to="/settings/directory/$source" params={{ source: id }} aria-label={t('history_of', { name })}>
          {t('history')}
        </TextLink>
      )}
      <TextLink to={settingsPathOf(id)} aria-label={t('settings_of', { name })}>
        {t('settings')}
      </TextLink>
    </div>
  );
}
