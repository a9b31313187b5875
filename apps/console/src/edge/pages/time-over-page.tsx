import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { go } from '../address.ts';
import { EdgeCard } from '../edge-card.tsx';
import { useEdge } from '../edge-context.ts';

/** The time of the session ran out while this page was open. */
export function TimeOverPage() {
  const { t } = useTranslation('edge');
  return (
    <EdgeCard title={t('time_over.title')} text={t('time_over.text')}>
      <OtherWays />
    </EdgeCard>
  );
}

/** There is no session: it was finished, its time ran out, or it never began in this browser. */
export function SetupEndedPage() {
  const { t } = useTranslation('edge');
  return (
    <EdgeCard title={t('setup_ended.title')} text={t('setup_ended.text')}>
      <OtherWays />
    </EdgeCard>
  );
}

/** The token cannot be used. Its person may have an account by now, and only has to sign in. */
export function UnusableLinkPage({ onOther }: { onOther: () => void }) {
  const { t } = useTranslation('edge');
  return (
    <EdgeCard title={t('token.invalid_title')} text={t('token.invalid_text')}>
      <OtherWays onOther={onOther} />
    </EdgeCard>
  );
}

function OtherWays({ onOther = () => go('/') }: { onOther?: () => void }) {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  return (
    <DialogActions>
      <Button variant="default" onClick={onOther}>
        {t('time_over.other')}
      </Button>
      <Button component="a" href={console_url}>
        {t('time_over.sign_in')}
      </Button>
    </DialogActions>
  );
}
