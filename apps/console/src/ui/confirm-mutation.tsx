import { showFailure } from '../lib/form-errors.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { toast } from './toast.tsx';

interface Callbacks {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

interface Props<Variables> extends Omit<ConfirmDialogProps, 'opened' | 'onConfirm' | 'confirming'> {
  mutation: { readonly isPending: boolean; mutate: (variables: Variables, callbacks: Callbacks) => void };
  variables: Variables;
  /** Shown when the mutation succeeded. */
  done: string;
  /** Called after the dialog closed because the mutation succeeded. */
  onDone?: (() => void) | undefined;
}

/** Asks for confirmation of a mutation and runs it. Closes when it succeeded; otherwise stays open and shows the failure. */
export function ConfirmMutation<Variables>({ mutation, variables, done, onDone, ...dialog }: Props<Variables>) {
  return (
    <ConfirmDialog
      {...dialog}
      opened
      confirming={mutation.isPending}
      onConfirm={() =>
        mutation.mutate(variables, {
          onSuccess: () => {
            toast.success(done);
            dialog.onClose();
            onDone?.();
          },
          onError: showFailure,
        })
      }
    />
  );
}
