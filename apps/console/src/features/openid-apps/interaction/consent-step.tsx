import type { Interaction } from '@gatewarden/contract/openid-interactions';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import styles from './consent-step.module.css';
import { useDecide } from './interaction.queries.ts';
import { InteractionPage } from './interaction-page.tsx';

interface Props {
  uid: string;
  interaction: Interaction;
}

/** Asks whether the application may have what it asks for, with the user's own values. */
export function ConsentStep({ uid, interaction }: Props) {
  const { t } = useTranslation('openid-apps');
  const { app, scopes } = interaction;
  const decide = useDecide(
    uid,
    scopes.map(({ scope }) => scope),
  );
  const isDecided = decide.isPending || decide.isSuccess;
  const choose = (accept: boolean) => decide.mutate(accept, { onError: showFailure });
  const isChoice = (accept: boolean) => isDecided && decide.variables === accept;
  return (
    <InteractionPage
      uid={uid}
      interaction={interaction}
      title={t('consent.title', { app: app.name })}
      {...(app.description !== '' && { text: app.description })}
    >
      <div>
        <Text id="scopes">{t('consent.text')}</Text>
        <ul className={styles.scopes} aria-labelledby="scopes">
          {scopes.map((one) => (
            <Scope key={one.scope} scope={one} isAddition={one.is_new && scopes.some((other) => !other.is_new)} />
          ))}
        </ul>
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => choose(true)} loading={isChoice(true)} disabled={isChoice(false)}>
          {t('consent.accept')}
        </Button>
        <Button variant="default" onClick={() => choose(false)} loading={isChoice(false)} disabled={isChoice(true)}>
          {t('consent.cancel')}
        </Button>
      </div>
      <Text c="dimmed" size="sm" className={styles.return ?? ''}>
        <RichText text={t('consent.return')} parts={{ host: () => <strong>{app.return_to}</strong> }} />{' '}
        {t('consent.revoke')}
      </Text>
    </InteractionPage>
  );
}

interface ScopeProps {
  scope: Interaction['scopes'][number];
  /** The user has agreed to others before. */
  isAddition: boolean;
}

function Scope({ scope: { scope, values }, isAddition }: ScopeProps) {
  const { t } = useTranslation('openid-apps');
  const shown = values.map(({ value }) => value).filter((value) => value !== '');
  return (
    <li className={styles.scope}>
      <span className={styles.name}>
        {t(`scope.${scope}`)}
        {isAddition && <StatusBadge tone="info">{t('consent.new')}</StatusBadge>}
      </span>
      {shown.length > 0 && (
        <ul className={styles.values}>
          {[...new Set(shown)].map((value) => (
            <li key={value}>{value}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
