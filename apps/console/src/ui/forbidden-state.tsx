import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateBlock } from './state-block.tsx';

/** Shown instead of a page or a part of it that the user has no access to. */
export function ForbiddenState({ asPage = false }: { asPage?: boolean }) {
  const { t } = useTranslation();
  return (
    <StateBlock
      role="alert"
      icon={<IconLock />}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      asPage={asPage}
      action={
        asPage && (
          // not a link of the router, which the page of sign-in would load with this file
          <Button component="a" href="/" variant="default">
            {t('not_found.home')}
          </Button>
        )
      }
    />
  );
}
