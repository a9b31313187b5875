import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldFault } from '../../../ui/form/field-fault.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import styles from './claim-fields.module.css';
import type { TokensFields } from './tokens-form.schema.ts';

const sources = ['username', 'email', 'full_name', 'phone', 'groups', 'is_admin', 'text'] as const;
const maxClaims = 16;

/** A row per custom claim: its name, and what it contains. */
export function ClaimFields() {
  const { t } = useTranslation('openid-apps');
  const { fields, append, remove } = useFieldArray<TokensFields, 'claims'>({ name: 'claims' });
  const claims = useWatch<TokensFields, 'claims'>({ name: 'claims' });
  // refused by the server, which does not say which one
  const { errors } = useFormState<TokensFields>();
  const fault = fieldFault(errors.claims, undefined);
  return (
    <>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.claim}>
          <TextField name={`claims.${index}.name`} label={t('tokens.claim_name')} autoComplete="off" verbatim />
          <SelectField
            name={`claims.${index}.source`}
            label={t('tokens.claim_source')}
            options={sources.map((value) => ({ value, label: t(`source.${value}`) }))}
          />
          {claims[index]?.source === 'text' && (
            <TextField name={`claims.${index}.text`} label={t('tokens.claim_text')} autoComplete="off" />
          )}
          <ActionIcon
            className={styles.remove}
            variant="subtle"
            color="gray"
            aria-label={t('tokens.claim_remove', { name: claims[index]?.name ?? '' })}
            onClick={() => remove(index)}
          >
            <IconTrash size="1rem" />
          </ActionIcon>
        </div>
      ))}
      {fault !== undefined && <Input.Error role="alert">{fault}</Input.Error>}
      {fields.length < maxClaims && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size="1rem" />}
            onClick={() => append({ name: '', source: 'username', text: '' })}
          >
            {t('tokens.claim_add')}
          </Button>
        </div>
      )}
    </>
  );
}
