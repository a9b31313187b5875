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

interface EndedProps {
  /** Whether the person has completed a credential in this session, as far as this page knows. */
  isSetUp: boolean;
}

/** There is no session: it was finished, its time ran out, the invitation was withdrawn, or it never began in this browser. */
export function SetupEndedPage({ isSetUp }: EndedProps) {
  const { t } = useTranslation('edge');
  return (
    <EdgeCard title={t('setup_ended.title')} text={t('setup_ended.text')}>
      <OtherWays canSignIn={isSetUp} />
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

interface WaysProps {
  onOther?: () => void;
  /** The person probably has an account that is set up; otherwise another token comes first. */
  canSignIn?: boolean;
}

function OtherWays({ onOther = () => go('/'), canSignIn = true }: WaysProps) {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  return (
    <DialogActions>
      <Button variant={canSignIn ? 'default' : 'filled'} onClick={onOther}>
        {t('time_over.other')}
      </Button>
      <Button component="a" href={console_url} variant={canSignIn ? 'filled' : 'default'}>
        {t('time_over.sign_in')}
      </Button>
    </DialogActions>
  );
}
