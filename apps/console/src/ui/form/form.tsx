import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';
import { watchUnsavedInput } from '../../lib/unsaved-input.ts';
import { FormFailurePlace, useFailurePlace } from '../failure-place.tsx';
import { ignoreRepeatedClick } from '../ignore-repeated-click.ts';
import { FaultSummary } from './fault-summary.tsx';
import styles from './form.module.css';
import { useFormDialog } from './form-dialog.tsx';
import { type ShownField, ShownFields } from './shown-fields.ts';
import { isSchemaMissing } from './use-zod-form.ts';

/** Without its schema a form is not sent. */
const schemaMissing = new ApiError({ status: 0, code: 'network_unreachable' });
schemaMissing.effect = 'none';

interface Props<Values extends FieldValues, Parsed> {
  form: UseFormReturn<Values, unknown, Parsed>;
  /** Receives the output of the schema, only for valid input. */
  onSubmit: (values: Parsed) => void;
  children: ReactNode;
  /** Accessible name of a form without a heading. */
  label?: string;
}

/** One column of fields. Submitting an invalid form focuses the fault, or the list of all faults in a long form. */
export function Form<Values extends FieldValues, Parsed>({ form, onSubmit, children, label }: Props<Values, Parsed>) {
  const { submit, failed } = useSubmit(form, onSubmit);
  const place = useFailurePlace();
  const [shownFields] = useState(() => new Map<string, ShownField>());
  const watchInDialog = useFormDialog()?.watch;
  const isInDialog = watchInDialog !== undefined;
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (isInDialog) focusFirstField(element.current);
  }, [isInDialog]);
  useEffect(() => watchUnsavedInput(() => hasInput(form)), [form]);
  useEffect(
    () => watchInDialog?.({ hasChanges: () => hasInput(form), discard: () => form.reset() }),
    [form, watchInDialog],
  );
  const submitAll = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    place.press();
    commitTypedEntry(event.currentTarget);
    submit();
  };
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={styles.form}
        noValidate
        aria-label={label}
        onMouseDown={keepFocus}
        onClickCapture={(event) => {
          ignoreRepeatedSubmit(event);
          place.press();
        }}
        onSubmit={submitAll}
      >
        <FormFailurePlace failure={failed ? schemaMissing : place.failure}>
          <ShownFields value={shownFields}>
            <FaultSummary />
            {children}
          </ShownFields>
        </FormFailurePlace>
      </form>
    </FormProvider>
  );
}

/** The dialog would focus its close button. A form without fields is only submitted. */
function focusFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]')) return;
  const field = form?.querySelector('input:not([type="hidden"]):enabled, textarea:enabled');
  (field ?? form?.querySelector('button[type="submit"]'))?.setAttribute('data-autofocus', '');
}

/** What a reload would lose. */
function hasInput<Values extends FieldValues, Parsed>(form: UseFormReturn<Values, unknown, Parsed>): boolean {
  const initial: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {};
  const textOf = (value: unknown) => JSON.stringify(value ?? '');
  return Object.entries(form.getValues()).some(([name, value]) => textOf(value) !== textOf(initial[name]));
}

/** Ignores submissions while one is validated, which can take long when the schema has to be loaded. */
function useSubmit<Values extends FieldValues, Parsed>(
  { handleSubmit }: UseFormReturn<Values, unknown, Parsed>,
  onSubmit: (values: Parsed) => void,
) {
  const isSubmitting = useRef(false);
  const [failed, setFailed] = useState(false);
  const validate = handleSubmit(onSubmit, (errors) => setFailed(isSchemaMissing(errors)));
  const submit = () => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setFailed(false);
    void validate().finally(() => {
      isSubmitting.current = false;
    });
  };
  return { submit, failed };
}

/**
 * Pressing a button or a summary does not blur a field: its error would appear, move the button away from the pointer, and the click
 * would be lost.
 */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button, summary')) event.preventDefault();
}

/** A typed entry of a list is added when its field is blurred, which the button prevents. */
function commitTypedEntry(form: HTMLElement): void {
  const { activeElement: field } = document;
  if (field instanceof HTMLElement && form.contains(field) && field.closest('[data-tag-list]')) field.blur();
}

/**
 * The second click of a slow double click must not submit again what the first one saved. `useMutation` prevents two
 * submissions in flight.
 */
function ignoreRepeatedSubmit(event: MouseEvent): void {
  const isSubmit = event.target instanceof Element && event.target.closest('button[type="submit"]') !== null;
  if (isSubmit) ignoreRepeatedClick(event);
}

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

/** Group of fields under a heading. */
export function FormSection({ title, text, id, children }: SectionProps) {
  return (
    <fieldset className={styles.section} id={id}>
      <legend className={styles.legend}>{title}</legend>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </fieldset>
  );
}

/** Short fields side by side; stacked on a phone. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
