import { SecurityKeyName } from '@gatewarden/contract/security-keys';
import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { showError } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { KeyFailure } from '../../auth/index.ts';
import { useAddKey } from '../security-keys.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factors.module.css';

/** Registers a security key; after the first factor, shows the recovery codes. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mfa', 'auth']);
  const add = useAddKey();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useZodForm(SecurityKeyName, { defaultValues: { name: '' } });
  const added = (name: string, given: readonly string[] | null) => {
    if (given) return setCodes(given);
    toast.success(t('key.done', { name }));
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} isFirst onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t('key.add')} closeOnClickOutside={false}>
      <div className={styles.scan}>
        <Text>{t('key.about')}</Text>
        {add.isError && !isApiError(add.error) && <KeyFailure error={add.error} />}
        <Form
          form={form}
          onSubmit={({ name }) =>
            add.mutate(
              { name },
              {
                onSuccess: (answer) => added(name, answer.codes),
                onError: (error) => isApiError(error) && showError(form, error),
              },
            )
          }
        >
          <TextField name="name" label={t('key.name')} help={t('key.name_help')} autoComplete="off" autoFocus />
          <FormActions submitLabel={t('key.continue')} submitting={add.isPending} onCancel={onClose} />
        </Form>
      </div>
    </Modal>
  );
}
