import { zodResolver } from '@hookform/resolvers/zod';
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
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    resetOptions: { keepDirtyValues: true },
    ...(defaultValues && { defaultValues }),
    ...(values && { values }),
  });
}
