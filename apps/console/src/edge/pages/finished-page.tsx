import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EdgeCard } from '../edge-card.tsx';
import { useEdge } from '../edge-context.ts';

/** After a reload of the last step, whose session has ended. */
export function FinishedPage() {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  return (
    <EdgeCard title={t('finish.title')}>
      <Text>{t('finish.text')}</Text>
      <Button component="a" href={console_url}>
        {t('finish.open')}
      </Button>
    </EdgeCard>
  );
}
