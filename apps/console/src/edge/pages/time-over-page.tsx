import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { go } from '../address.ts';
import { EdgeCard } from '../edge-card.tsx';
import { useEdge } from '../edge-context.ts';

/** The session of a token has ended. */
export function TimeOverPage() {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  return (
    <EdgeCard title={t('time_over.title')} text={t('time_over.text')}>
      <DialogActions>
        <Button variant="default" onClick={() => go('/')}>
          {t('time_over.other')}
        </Button>
        <Button component="a" href={console_url}>
          {t('time_over.sign_in')}
        </Button>
      </DialogActions>
    </EdgeCard>
  );
}
