import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/links.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';

const kinds = [
  { kind: 'ldap', to: '/settings/ldap' },
  { kind: 'openid', to: '/settings/openid' },
  { kind: 'scim', to: '/settings/scim' },
] as const;

/** Kinds of sources that can still be set up: what each is for, and where. */
export function SetUpSources({ sources }: { sources: readonly IdentitySource[] }) {
  const { t } = useTranslation('identity-sources');
  const used = new Set(sources.filter(({ state }) => state !== 'not_set_up').map(({ kind }) => kind));
  // there can be several providers
  const offered = kinds.filter(({ kind }) => kind === 'openid' || !used.has(kind));
  return (
    <Panel title={t('add.title')} variant="open">
      <RowList label={t('add.title')}>
        {offered.map(({ kind, to }) => (
          <Row
            key={kind}
            name={t(`add.${kind}`)}
            actions={
              <ButtonLink
                to={to}
                variant="default"
                size="compact-sm"
                aria-label={t('add.set_up_of', { name: t(`add.${kind}`) })}
              >
                {t('add.set_up')}
              </ButtonLink>
            }
          >
            <RowFacts>{t(`add.${kind}_text`)}</RowFacts>
          </Row>
        ))}
      </RowList>
    </Panel>
  );
}
