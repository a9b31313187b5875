import type { OpenidApp } from '@gatewarden/contract/openid-apps';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

/** When the secret was created, until when the previous one is accepted, and a button for a new one. */
export function SecretState({ app }: { app: OpenidApp }) {
  const { t } = useTranslation('openid-apps');
  const locale = useLocale();
  const now = useNow();
  const [rotating, setRotating] = useState(false);
  const { secret_created_at: createdAt, former_secret_until: until } = app;
  if (createdAt === null) {
    return (
      <Panel title={t('secret.panel')}>
        <Text>{t(app.kind === 'public' ? 'secret.none_public' : 'secret.none_key')}</Text>
      </Panel>
    );
  }
  return (
    <Panel
      title={t('secret.panel')}
      actions={
        <Button variant="default" onClick={() => setRotating(true)}>
          {t('secret.rotate')}
        </Button>
      }
    >
      <Text>
        <RichText text={t('secret.created')} parts={{ time: () => <RelativeTime at={createdAt} /> }} />
      </Text>
      {until !== null && instantOf(until) > now && (
        <Callout tone="info" mt="sm">
          {t('secret.former', { until: formatInstant(instantOf(until), locale) })}
        </Callout>
      )}
      {rotating && <RotateSecretDialog app={app} onClose={() => setRotating(false)} />}
    </Panel>
  );
}
