import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { go } from '../address.ts';
import { EdgeCard } from '../edge-card.tsx';

/** For an address that no page has. */
export function NotFoundPage() {
  const { t } = useTranslation(['edge', 'common']);
  return (
    <EdgeCard title={t('common:not_found.title')} text={t('not_found')}>
      <Button onClick={() => go('/')}>{t('token.title')}</Button>
    </EdgeCard>
  );
}
