import type { Update } from '@gatewarden/contract/updates';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ExternalLinkButton } from '../../../ui/external-link-button.tsx';
import { MarkdownText } from '../../../ui/markdown-text.tsx';
import { useDismissal } from '../use-dismissal.ts';

interface Props {
  readonly update: Update;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What a release contains, and where it is. */
export function UpdateDialog({ update, opened, onClose }: Props) {
  const { t } = useTranslation('updates');
  return (
    <Modal opened={opened} onClose={onClose} title={t('toast.title', { version: update.version })} size="lg">
      <Body update={update} onClose={onClose} />
    </Modal>
  );
}

function Body({ update, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('updates');
  const locale = useLocale();
  const { isDismissed, dismiss } = useDismissal();
  const dismissAndClose = () => {
    dismiss(update);
    onClose();
  };
  return (
    <Stack gap="md">
      {update.critical && <Callout tone="danger">{t('dialog.critical')}</Callout>}
      <Text c="dimmed">{t('dialog.released', { date: formatDate(dayOf(update.release_date), locale) })}</Text>
      {update.notes.trim() === '' ? <Text>{t('dialog.no_notes')}</Text> : <MarkdownText text={update.notes} />}
      <DialogActions>
        {isDismissed(update) ? (
          <Button variant="default" onClick={onClose}>
            {t('dialog.close')}
          </Button>
        ) : (
          <Button variant="default" onClick={dismissAndClose}>
            {t('dismiss')}
          </Button>
        )}
        <ExternalLinkButton href={update.release_notes_url}>{t('release_notes')}</ExternalLinkButton>
        <ExternalLinkButton href={update.update_url} variant="filled">
          {t('dialog.get')}
        </ExternalLinkButton>
      </DialogActions>
    </Stack>
  );
}

/** The middle of the day in the zone of the reader. */
function dayOf(date: string): Date {
  return new Date(`${date}T12:00:00`);
}
