import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { loadTexts } from '../../i18n/i18n.ts';
import { loadCode } from '../../lib/load-code.ts';

/**
 * A schema, or for a form that its page shows at once a function that loads it: the schemas and Zod are 30 kB, which
 * most visitors of such a page do not need.
 */
export type SchemaSource<Output, Input> = z.ZodType<Output, Input> | (() => Promise<z.ZodType<Output, Input>>);

/** Key of the error of a form whose schema could not be loaded; no field has this name. */
const unloaded = '*schema';

export function isSchemaMissing(errors: FieldErrors): boolean {
  return unloaded in errors;
}

interface Options<Input extends FieldValues> {
  defaultValues?: DefaultValues<Input>;
  /**
   * Values of the server for editing an existing object: a refetch updates the fields that the user has not changed.
   */
  values?: Input;
}

/** A form validated by a schema, usually of the contract. Fields are validated on blur, then on every change. */
export function useZodForm<Output, Input extends FieldValues>(
  schema: SchemaSource<Output, Input>,
  { defaultValues, values }: Options<Input>,
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({
    resolver: resolverOf(schema),
    mode: 'onTouched',
    // the form does
    shouldFocusError: false,
    resetOptions: { keepDirtyValues: true },
    ...(defaultValues && { defaultValues }),
    ...(values && { values }),
  });
  // The form object is stable, and effects depend on that.
  useState(() => resetAll(form));
  usePreload(form, schema);
  return form;
}

/** Loads the schema at the first change, so that it is there when the field is left or the form submitted. */
function usePreload<Output, Input extends FieldValues>(
  { subscribe }: UseFormReturn<Input, unknown, Output>,
  schema: SchemaSource<Output, Input>,
): void {
  const source = useRef(schema);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => void load(source.current).catch(() => undefined) }),
    [subscribe],
  );
}

/** Validates nothing when the schema cannot be loaded, but has an error, so that the form is not submitted. */
function resolverOf<Output, Input extends FieldValues>(
  schema: SchemaSource<Output, Input>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    try {
      const resolver = await load(schema);
      return resolver(values, context, options);
    } catch {
      const errors: FieldErrors = { [unloaded]: { type: 'load' } };
      // Only names of fields are allowed by the type; an error of the form itself (`root`) does not prevent a submission.
      return { values: {}, errors: errors as FieldErrors<Input> };
    }
  };
}

async function load<Output, Input extends FieldValues>(
  schema: SchemaSource<Output, Input>,
): Promise<Resolver<Input, unknown, Output>> {
  const [{ zodResolver }, loaded] = await Promise.all([
    loadCode(() => import('@hookform/resolvers/zod')),
    typeof schema === 'function' ? loadCode(schema) : schema,
    // some rules have the code of the error with which the server refuses such a value
    loadTexts('errors').catch(() => undefined),
  ]);
  return zodResolver(loaded);
}

/** The options for a refetch must not apply to explicit calls of `reset`, after saving or discarding. */
function resetAll<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>): void {
  const { reset } = form;
  form.reset = (values, options) => reset(values, { keepDirtyValues: false, ...options });
}
