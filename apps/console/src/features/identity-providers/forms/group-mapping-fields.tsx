import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { groupsQuery } from '../../groups/index.ts';
import styles from './group-mapping-fields.module.css';
import type { Fields } from './provider.ts';

/** Which value of the claim makes members of which group; nothing without a claim. */
export function GroupMappingFields() {
  const { t } = useTranslation('identity-providers');
  const { control } = useFormContext<Fields>();
  const claim = useWatch({ control, name: 'group_claim' });
  const { fields, append, remove } = useFieldArray({ control, name: 'group_mapping' });
  const { data: groups = [] } = useQuery({ ...groupsQuery(), enabled: claim !== '' });
  const options = groups
    .filter(({ managed_by }) => managed_by === null)
    .map(({ name }) => ({ value: name, label: name }));
  if (claim === '') return null;
  return (
    <>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.row}>
          <TextField name={`group_mapping.${index}.claim`} label={t('form.mapping_claim')} verbatim />
          <SelectField
            name={`group_mapping.${index}.group`}
            label={t('form.mapping_group')}
            options={options}
            searchable
          />
          <Tooltip label={t('form.mapping_remove')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('form.mapping_remove')}
              onClick={() => remove(index)}
            >
              <IconX size="1rem" aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      <Button
        variant="default"
        className={styles.add ?? ''}
        leftSection={<IconPlus size="1rem" aria-hidden />}
        onClick={() => append({ claim: '', group: '' })}
      >
        {t('form.mapping_add')}
      </Button>
    </>
  );
}
