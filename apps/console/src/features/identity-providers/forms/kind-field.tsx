import type { ProviderKind } from '@gatewarden/contract/identity-providers';
import { Select } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Fields, kinds, presets, switchKind } from './provider.ts';

/** The kind of provider; another one fills in its name and address. */
export function KindField() {
  const { t } = useTranslation('identity-providers');
  const { control, getValues, setValue, clearErrors } = useFormContext<Fields>();
  const kind = useWatch({ control, name: 'kind' });
  const choose = (next: ProviderKind) => {
    const { name, base_url } = switchKind(getValues(), kind, next);
    setValue('kind', next, { shouldDirty: true });
    setValue('name', name, { shouldDirty: true });
    setValue('base_url', base_url, { shouldDirty: true });
    clearErrors(['name', 'base_url']);
  };
  return (
    <Select
      label={t('form.kind')}
      data={kinds.map((value) => ({ value, label: presets[value].name || t('form.custom') }))}
      allowDeselect={false}
      openOnFocus={false}
      data-autofocus
      value={kind}
      onChange={(value) => value && choose(value as ProviderKind)}
    />
  );
}
