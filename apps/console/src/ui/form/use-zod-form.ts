import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';

interface Options<Input extends FieldValues> {
  defaultValues?: DefaultValues<Input>;
  /** The server's state, for editing what is there: a refetch renews what the reader has not touched. */
  values?: Input;
}

/** A form whose rules are a schema's, usually the contract's. Fields are checked on leaving them, then on typing. */
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
  // The form is one object for as long as it lives, and effects depend on that.
  useState(() => resetAll(form));
  return form;
}

/** The options for a refetch are not meant for those who call `reset`: they have saved, or given up, what was typed. */
function resetAll<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>): void {
  const { reset } = form;
  form.reset = (values, options) => reset(values, { keepDirtyValues: false, ...options });
}
