import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { ignoreRepeatedClick } from '../ignore-repeated-click.ts';
import styles from './form.module.css';

interface Props<Values extends FieldValues, Parsed> {
  form: UseFormReturn<Values, unknown, Parsed>;
  /** Gets what the schema made of the input, only when all of it holds. */
  onSubmit: (values: Parsed) => void;
  children: ReactNode;
  /** What the form is for, when no heading says so. */
  label?: string;
}

/** One column of fields. While it does not hold, submitting moves to the first fault. */
export function Form<Values extends FieldValues, Parsed>({ form, onSubmit, children, label }: Props<Values, Parsed>) {
  const submit = form.handleSubmit(onSubmit);
  const submitAll = (event: FormEvent<HTMLFormElement>) => {
    commitTypedEntry(event.currentTarget);
    void submit(event);
  };
  return (
    <FormProvider {...form}>
      <form
        className={styles.form}
        noValidate
        aria-label={label}
        onMouseDown={keepFocus}
        onClickCapture={ignoreRepeatedSubmit}
        onSubmit={submitAll}
      >
        {children}
      </form>
    </FormProvider>
  );
}

/**
 * Pressing a button leaves no field: what is wrong with one would show, move the button away from under the pointer,
 * and the click would go nowhere.
 */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

/** An entry of a list that is being typed becomes one when its field is left, which the button did not do. */
function commitTypedEntry(form: HTMLElement): void {
  const { activeElement: field } = document;
  if (field instanceof HTMLElement && form.contains(field) && field.closest('[data-tag-list]')) field.blur();
}

/**
 * The second click of a slow double click must not submit again what has been saved meanwhile. That no two submissions
 * are in flight together is up to `useMutation`.
 */
function ignoreRepeatedSubmit(event: MouseEvent): void {
  const isSubmit = event.target instanceof Element && event.target.closest('button[type="submit"]') !== null;
  if (isSubmit) ignoreRepeatedClick(event);
}

/** Fields that belong together, under a heading. */
export function FormSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </fieldset>
  );
}

/** Short fields side by side; one below the other on a phone. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
