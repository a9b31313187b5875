import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import { passwordRules } from '@gatewarden/contract/password.names';
import { NewPassword } from '@gatewarden/contract/primitives';
import type { UserInfo } from '@gatewarden/contract/users';
import { Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { emptyOr } from '../forms/empty-or.ts';
import { useSetPassword } from '../users.queries.ts';
import styles from './enable-user-dialog.module.css';

const EnableFields = z.object({ new_password: emptyOr(NewPassword) });

interface Props {
  user: UserInfo;
  items: readonly SuspendedItem[];
  confirming: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Shown before an account is enabled after an emergency stop: lists what stays suspended, with links to review each
 * item. A new password is set first, while the account is disabled: another person may know the old one.
 */
export function EnableUserDialog({ user, items, confirming, onConfirm, onClose }: Props) {
  const { t } = useTranslation('users');
  const set = useSetPassword(user.username);
  const form = useZodForm(EnableFields, { defaultValues: { new_password: '' } });
  const { isDirty } = form.formState;
  const enable = ({ new_password }: z.infer<typeof EnableFields>) => {
    if (new_password === '') return onConfirm();
    set.mutate(
      { new_password, revoke_api_tokens: true },
      { onSuccess: onConfirm, onError: (error) => showError(form, error) },
    );
  };
  return (
    <FormDialog onClose={onClose} title={t('enable.title', { name: personName(user) })}>
      <Form form={form} onSubmit={enable}>
        <Text>{t('enable.advice')}</Text>
        {items.length > 0 && (
          <>
            <Text>{t('enable.text')}</Text>
            <RowList label={t('enable.items')}>
              {items.map((item) => (
                <SuspendedRow key={`${item.kind} ${item.id}`} item={item} inNewTab={isDirty} onReview={onClose} />
              ))}
            </RowList>
          </>
        )}
        {user.has_password && (
          <PasswordField
            name="new_password"
            label={t('password.new')}
            help={t('enable.password_help')}
            autoComplete="new-password"
            rules={passwordRules}
            optional
          />
        )}
        <FormActions submitLabel={t('enable.confirm')} submitting={set.isPending || confirming} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}

interface RowProps {
  item: SuspendedItem;
  /** Opens the link in a new tab, so that the typed password is not lost. */
  inNewTab: boolean;
  /** Closes the dialog. Navigation does so too, but not for a link to the current page, as for an authenticator app. */
  onReview: () => void;
}

function SuspendedRow({ item: { kind, name, username, fingerprint, added_at }, inNewTab, onReview }: RowProps) {
  const { t } = useTranslation('users');
  const to =
    kind === 'authenticator_app'
      ? '/users/$username'
      : kind === 'device'
        ? '/users/$username/devices'
        : '/users/$username/keys';
  return (
    <Row
      name={name}
      actions={
        <TextLink
          to={to}
          params={{ username }}
          size="sm"
          aria-label={t(inNewTab ? 'enable.review_in_new_tab' : 'enable.review_one', { name })}
          onClick={(event) => !inNewTab && opensInThisTab(event) && onReview()}
          {...(inNewTab && { target: '_blank' })}
        >
          {t('enable.review')}
          {inNewTab && <IconExternalLink size="1em" className={styles.newTab} aria-hidden />}
        </TextLink>
      }
    >
      {fingerprint !== null && <div className={styles.fingerprint}>{fingerprint}</div>}
      <RowFacts>
        <span>{t(`enable.kind.${kind}`)}</span>
        <span>
          <RichText text={t('enable.added')} parts={{ time: () => <RelativeTime at={added_at} /> }} />
        </span>
      </RowFacts>
    </Row>
  );
}

/** With a modifier key the browser opens another tab or window; the middle button causes no click event. */
const opensInThisTab = ({ ctrlKey, shiftKey, metaKey, altKey }: MouseEvent) =>
  !(ctrlKey || shiftKey || metaKey || altKey);
