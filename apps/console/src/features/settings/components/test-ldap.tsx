import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useTestLdap } from '../settings.queries.ts';

/** Connects with the saved settings and says what to fix. Only reads. */
export function TestLdap({ writes }: { writes: boolean }) {
  const { t } = useTranslation('settings');
  const test = useTestLdap();
  return (
    <Panel
      title={t('ldap.test_title')}
      text={t('ldap.test_text')}
      variant="open"
      actions={
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('ldap.test')}
        </Button>
      }
    >
      <Stack>
        {test.isSuccess && <Callout tone="success">{t(writes ? 'ldap.test_reads' : 'ldap.test_works')}</Callout>}
        {test.isError && <Callout tone="warning">{failureText(test.error)}</Callout>}
      </Stack>
    </Panel>
  );
}
