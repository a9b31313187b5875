import { Input } from '@mantine/core';
import { useEffect, useId } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldFault } from '../../../ui/form/field-fault.ts';
import { useShownField } from '../../../ui/form/shown-fields.ts';
import { sourcesField as name, sourceNames } from './source-names.ts';

/** Says that a rule names no source, below the heading of the section. */
export function SourcesFault() {
  const { t } = useTranslation('access');
  const { trigger } = useFormContext();
  const { errors } = useFormState();
  const values = JSON.stringify(useWatch({ name: [...sourceNames] }));
  const id = useId();
  useShownField({ name, label: t('form.section_who'), id });
  const fault = fieldFault(get(errors, name), undefined);
  const isFaulty = fault !== undefined;
  // no field has this name, so only this validates it again
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of a source counts
  useEffect(() => {
    if (isFaulty) void trigger(name);
  }, [isFaulty, values, trigger]);
  return (
    isFaulty && (
      <Input.Error id={id} tabIndex={-1}>
        {fault}
      </Input.Error>
    )
  );
}
