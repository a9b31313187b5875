import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateBlock } from '../../ui/state-block.tsx';

/** Reports an error in the console itself and offers a reload. */
export function CrashState() {
  const { t } = useTranslation();
  return (
    <StateBlock
      role="alert"
      asPage
      icon={<IconBug />}
      title={t('error.crash_title')}
      text={t('error.crash_text')}
      action={<Button onClick={() => window.location.reload()}>{t('error.reload')}</Button>}
    />
  );
}
