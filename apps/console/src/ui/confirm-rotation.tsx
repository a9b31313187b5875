import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FieldNotes } from './form/field-notes.tsx';

interface Props {
  title: string;
  text: string;
  /** Label of the time for which the previous secret is still used. */
  label: string;
  /** Hours as a text; `24` is among them and selected at first. */
  options: readonly { readonly value: string; readonly label: string }[];
  /** Shown if the previous secret ends at once. */
  warning: string;
  confirmLabel: string;
  confirming: boolean;
  onConfirm: (hours: number) => void;
  onClose: () => void;
}

/** Asks before a secret is replaced, and for how long the previous one is still used. */
export function ConfirmRotation({ text, label, options, warning, onConfirm, ...dialog }: Props) {
  const [hours, setHours] = useState('24');
  return (
    <ConfirmDialog
      opened
      {...dialog}
      consequences={
        <Stack gap="md">
          <Text>{text}</Text>
          <div>
            <Select
              label={label}
              data={options}
              value={hours}
              onChange={(value) => setHours(value ?? hours)}
              allowDeselect={false}
            />
            <FieldNotes notes={hours === '0' ? [{ tone: 'warning', text: warning }] : []} />
          </div>
        </Stack>
      }
      danger={hours === '0'}
      onConfirm={() => onConfirm(Number(hours))}
    />
  );
}
