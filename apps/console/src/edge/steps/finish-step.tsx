import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { MarkdownText } from '../../ui/markdown-text.tsx';
import { type Session, useFinishSession } from '../edge.queries.ts';
import { useEdge } from '../edge-context.ts';
import { clearKept } from '../kept-in-tab.ts';

/** The message of the instance, and the way to sign in. Leaving it by the button ends the session. */
export function FinishStep({ session }: { session: Session }) {
  const { t } = useTranslation('edge');
  const { console_url } = useEdge();
  const finish = useFinishSession();
  // a session that is not ended ends by itself
  const open = () => {
    clearKept();
    finish.mutate(undefined, { onSettled: () => window.location.assign(console_url) });
  };
  return (
    <>
      {session.kind === 'enrollment' && <MarkdownText text={session.final_page_content} />}
      <DialogActions>
        <Button loading={finish.isPending || finish.isSuccess} onClick={open}>
          {t('finish.open')}
        </Button>
      </DialogActions>
    </>
  );
}
