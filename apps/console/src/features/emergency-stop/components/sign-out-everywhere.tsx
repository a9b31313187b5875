import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { Panel } from '../../../ui/panel.tsx';

// loaded on first use
const Dialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));

/** For users who lost a device or suspect that another person is signed in. */
export function SignOutEverywhere({ username }: { username: string }) {
  const { t } = useTranslation('emergency-stop');
  const [opened, setOpened] = useState(false);
  return (
    <Panel
      title={t('own.title')}
      text={t('own.text')}
      variant="open"
      actions={
        <Button variant="default" leftSection={<IconHandStop size="1rem" />} onClick={() => setOpened(true)}>
          {t('own.action')}
        </Button>
      }
    >
      {opened && (
        <Suspense>
          <Dialog username={username} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
