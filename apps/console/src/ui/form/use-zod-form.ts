import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

interface Options<Input extends FieldValues> {
  defaultValues?: DefaultValues<Input>;
  /**
   * Values of the server for editing an existing object: a refetch updates the fields that the user has not changed.
   */
  values?: Input;
}

/** A form validated by a schema, usually of the contract. Fields are validated on blur, then on every change. */
export function useZodForm<Output, Input extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  { defaultValues, values }: Options<Input>,
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    resetOptions: { keepDirtyValues: true },
    ...(defaultValues && { defaultValues }),
    ...(values && { values }),
  });
  // The form object is stable, and effects depend on that.
  useState(() => resetAll(form));
  return form;
}

/** The options for a refetch must not apply to explicit calls of `reset`, after saving or discarding. */
function resetAll<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>): void {
  const { reset } = form;
  form.reset = (values, options) => reset(values, { keepDirtyValues: false, ...options });
}
