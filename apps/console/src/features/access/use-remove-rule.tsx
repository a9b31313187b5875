import type { AccessRule } from '@gatewarden/contract/access';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../lib/form-errors.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useDeleteRule } from './access.queries.ts';

interface RemoveRule {
  /** Marks a deployed rule for deletion, or discards a pending change; asks first if that deletes a new rule. */
  readonly remove: (rule: AccessRule) => void;
  readonly isPending: boolean;
  /** To be rendered on the page. */
  readonly dialog: ReactNode;
}

/** `onRemoved` is called after the change. */
export function useRemoveRule(onRemoved?: () => void): RemoveRule {
  const { t } = useTranslation('access');
  const mutation = useDeleteRule();
  const [asked, setAsked] = useState<AccessRule>();
  const send = (rule: AccessRule) =>
    mutation.mutate(rule.id, {
      onSuccess: () => {
        toast.success(t(doneKey(rule), { rule: rule.name }));
        setAsked(undefined);
        onRemoved?.();
      },
      onError: showFailure,
    });
  const dialog = asked && (
    <ConfirmDialog
      opened
      onClose={() => setAsked(undefined)}
      onConfirm={() => send(asked)}
      title={t('discard_new.title', { rule: asked.name })}
      consequences={t('discard_new.text')}
      confirmLabel={t('discard_new.confirm')}
      confirming={mutation.isPending}
    />
  );
  return {
    remove: (rule) => (rule.state === 'New' ? setAsked(rule) : send(rule)),
    isPending: mutation.isPending,
    dialog,
  };
}

function doneKey({ state }: AccessRule) {
  switch (state) {
    case 'New':
      return 'discard_new.done';
    case 'Modified':
      return 'discarded';
    case 'Deleted':
      return 'deletion_discarded';
    default:
      return 'marked';
  }
}
