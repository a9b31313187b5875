import { Button } from '@mantine/core';
import { IconCompassOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StateBlock } from '../../ui/state-block.tsx';

/** Content for an unknown address. */
export function PageNotFound() {
  const { t } = useTranslation();
  return (
    <StateBlock
      asPage
      icon={<IconCompassOff />}
      title={t('not_found.title')}
      text={t('not_found.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {t('not_found.home')}
        </Button>
      }
    />
  );
}
