import type { AccessTest } from '@gatewarden/contract/access-tests';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personOption } from '../../../lib/format/person-option.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type Option, SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { groupsQuery } from '../../groups/index.ts';
import { locationsQuery } from '../../locations/index.ts';
import { networkDevicesQuery } from '../../network-devices/index.ts';
import { usersQuery } from '../../users/index.ts';
import { useSaveTest } from '../access-tests.queries.ts';
import { DestinationFields } from './rule-fields.tsx';
import { loadTestForm, newTest, toTestForm, toTestRequest } from './test-form.ts';

interface Props {
  /** Absent: a new one. */
  test?: AccessTest;
  onClose: () => void;
}

/** Adds or changes an access test. */
export function TestDialog({ test, onClose }: Props) {
  const { t } = useTranslation('access');
  return (
    <FormDialog title={test ? t('tests.edit') : t('tests.add')} size="lg" fillsPhone onClose={onClose}>
      <TestForm {...(test && { test })} onClose={onClose} />
    </FormDialog>
  );
}

function TestForm({ test, onClose }: Props) {
  const { t } = useTranslation('access');
  const save = useSaveTest();
  const form = useZodForm(loadTestForm, { defaultValues: test ? toTestForm(test) : newTest });
  const { data: locations = [] } = useQuery(locationsQuery());
  const expectations = (['allowed', 'denied'] as const).map((value) => ({ value, label: t(`tests.expects.${value}`) }));
  return (
    <Form
      form={form}
      label={t('tests.add')}
      onSubmit={(values) =>
        save.mutate(
          { id: test?.id, body: toTestRequest(values) },
          {
            onSuccess: () => {
              toast.success(t('tests.saved'));
              onClose();
            },
            onError: (error) => showError(form, error),
          },
        )
      }
    >
      <TextField name="name" label={t('form.name')} autoComplete="off" autoFocus />
      <SelectField name="source" label={t('tests.who')} searchable options={useSourceOptions()} />
      <SelectField name="expectation" label={t('tests.expectation')} options={expectations} />
      <DestinationFields />
      <SelectField
        name="location"
        label={t('explain.location')}
        placeholder={t('tests.all_locations')}
        optional
        options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <FormActions
        submitLabel={test ? t('tests.save') : t('tests.add')}
        submitting={save.isPending}
        onCancel={onClose}
      />
    </Form>
  );
}

/** All users, each group, each user and each network device. */
function useSourceOptions(): readonly Option[] {
  const { t } = useTranslation('access');
  const { data: groups } = useQuery(groupsQuery());
  const { data: users } = useQuery(usersQuery());
  const { data: devices } = useQuery(networkDevicesQuery());
  return useMemo(
    () => [
      { value: 'all_users', label: t('everyone') },
      ...(groups ?? []).map(({ id, name }) => ({ value: `group ${id}`, label: t('tests.group', { group: name }) })),
      ...(users ?? []).map((user) => ({ ...personOption(user), value: `user ${user.id}` })),
      ...(devices ?? []).map(({ id, name }) => ({
        value: `network_device ${id}`,
        label: t('tests.device', { device: name }),
      })),
    ],
    [t, groups, users, devices],
  );
}
