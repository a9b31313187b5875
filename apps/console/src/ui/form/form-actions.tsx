import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../dialog-actions.tsx';

interface Props {
  /** A verb: "Add device". */
  submitLabel: string;
  submitting: boolean;
  onCancel?: () => void;
}

/** Buttons below a form that adds an object. */
export function FormActions({ submitLabel, submitting, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <DialogActions>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
      <Button type="submit" loading={submitting}>
        {submitLabel}
      </Button>
    </DialogActions>
  );
}
