import { Button } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../dialog-actions.tsx';
import { useFormDialog } from './form-dialog.tsx';
import { LeaveGuard } from './save-bar.tsx';

interface Props {
  /** A verb: "Add device". */
  submitLabel: string;
  submitting: boolean;
  /** In a `FormDialog` the button closes the dialog, which asks first if there are changes. */
  onCancel?: () => void;
  /** Focuses the button for the submission, in a dialog without fields. */
  autoFocus?: boolean;
}

/** Buttons below a form that adds an object, or of a form in a dialog. */
export function FormActions({ submitLabel, submitting, onCancel, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const dialog = useFormDialog();
  return (
    <>
      <DialogActions>
        {onCancel && (
          <Button variant="default" onClick={dialog?.close ?? onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" loading={submitting} autoFocus={autoFocus} data-autofocus={autoFocus || undefined}>
          {submitLabel}
        </Button>
      </DialogActions>
      {dialog && <DialogGuard submitting={submitting} />}
    </>
  );
}

/** Going back closes the dialog with the page. */
function DialogGuard({ submitting }: { submitting: boolean }) {
  const { formState } = useFormContext();
  return <LeaveGuard active={formState.isDirty && !submitting} />;
}
