import type { Webhook } from '@gatewarden/contract/webhooks';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';

/** What the signing secret is for, until when the previous one is used too, and a button for a new one. */
export function SecretState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const [rotating, setRotating] = useState(false);
  const { former_secret_until: until } = webhook;
  return (
    <Panel
      title={t('secret.what')}
      actions={
        <Button variant="default" onClick={() => setRotating(true)}>
          {t('secret.rotate')}
        </Button>
      }
    >
      <Text>{t('secret.about')}</Text>
      {until !== null && (
        <Callout tone="info" mt="sm">
          {t('secret.former', { until: formatInstant(instantOf(until), locale) })}
        </Callout>
      )}
      {rotating && <RotateSecretDialog webhook={webhook} onClose={() => setRotating(false)} />}
    </Panel>
  );
}
