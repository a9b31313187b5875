import { Button, Checkbox, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';

interface Props {
  codes: readonly string[];
  /** What the user has just set up. */
  done: ReactNode;
  /** When a code is used, instead of the usual note. */
  note?: string;
  continueLabel: string;
  continuing?: boolean;
  onDone: () => void;
}

/** Shows recovery codes once, as a step of a page. */
export function NewRecoveryCodes({ codes, done, note, continueLabel, continuing = false, onDone }: Props) {
  const { t } = useTranslation('mfa');
  const [saved, setSaved] = useState(false);
  return (
    <Stack gap="md">
      <Callout tone="success">{done}</Callout>
      <SecretPanel
        what={t('codes.what')}
        secret={codes.join('\n')}
        note={note ?? t('codes.text')}
        download={{ fileName: 'gatewarden-recovery-codes.txt' }}
      />
      <Checkbox label={t('codes.saved')} checked={saved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <DialogActions>
        <Button disabled={!saved} loading={continuing} onClick={onDone}>
          {continueLabel}
        </Button>
      </DialogActions>
    </Stack>
  );
}
