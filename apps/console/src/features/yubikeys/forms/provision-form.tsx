import type { Provisioner } from '@gatewarden/contract/yubikeys';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { NoProvisioner } from '../components/no-provisioner.tsx';
import { stateOf } from '../provisioner-state.ts';
import { provisionersQuery, useStartJob } from '../yubikeys.queries.ts';

interface Props {
  username: string;
  onStarted: (jobId: number) => void;
  onClose: () => void;
}

const Fields = z.object({ worker: z.string().min(1) });
type Fields = z.infer<typeof Fields>;

/** Chooses the provisioner to which the YubiKey is connected. */
export function ProvisionForm(props: Props) {
  const { t } = useTranslation('yubikeys');
  const provisioners = useQuery(provisionersQuery());
  const [wasAvailable, setWasAvailable] = useState(false);
  if (provisioners.isPending) return <FormSkeleton count={1} />;
  if (provisioners.data === undefined) {
    return (
      <ErrorState
        error={provisioners.error}
        title={t('list.failed')}
        onRetry={() => void provisioners.refetch()}
        retrying={provisioners.isFetching}
      />
    );
  }
  const isAvailable = provisioners.data.some((each) => stateOf(each) === 'available');
  // the form stays when the provisioner that was chosen becomes busy
  if (isAvailable && !wasAvailable) setWasAvailable(true);
  if (!isAvailable && !wasAvailable) {
    return <NoProvisioner provisioners={provisioners.data} onClose={props.onClose} />;
  }
  return <ChooseForm {...props} provisioners={provisioners.data} />;
}

function ChooseForm({ username, provisioners, onStarted, onClose }: Props & { provisioners: readonly Provisioner[] }) {
  const { t } = useTranslation('yubikeys');
  const start = useStartJob();
  const free = provisioners.find((each) => stateOf(each) === 'available');
  const form = useZodForm<Fields, Fields>(Fields, { defaultValues: { worker: free?.id ?? '' } });
  const submit = ({ worker }: Fields) =>
    start.mutate(
      { worker, username },
      {
        onSuccess: ({ id }) => {
          // the interface answers 0 for a provisioner that was removed meanwhile
          if (id === 0) form.setError('worker', { message: t('provision.gone') });
          else onStarted(id);
        },
        onError: (error) => showError(form, error),
      },
    );
  return (
    <Form form={form} onSubmit={submit}>
      <Text>{t('provision.text')}</Text>
      <SelectField
        name="worker"
        label={t('field.provisioner')}
        options={provisioners.map((each) => ({
          value: each.id,
          label: stateOf(each) === 'available' ? each.id : `${each.id} (${t(`state.${stateOf(each)}`)})`,
          disabled: stateOf(each) !== 'available',
        }))}
      />
      <Callout tone="warning" role="note">
        {t('provision.warning')}
      </Callout>
      <FormActions submitLabel={t('provision.submit')} submitting={start.isPending} onCancel={onClose} autoFocus />
    </Form>
  );
}
