import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldErrors, get, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { refused } from '../../lib/form-errors.ts';
import { Callout } from '../callout.tsx';
import styles from './fault-summary.module.css';
import { fieldFault } from './field-fault.ts';
import { useFormDialog } from './form-dialog.tsx';
import { focusField, type ShownField, ShownFields } from './shown-fields.ts';
import { isSchemaMissing } from './use-zod-form.ts';

/** A field that was invalid; without `id` it is not on the page. */
type Faulty = Pick<ShownField, 'name' | 'label'> & { readonly id?: string };

/** In pages with fewer fields all of them are visible at once, so the faults beside them suffice. */
const manyFields = 4;

/**
 * After a failed submission: focuses the invalid field or, if there are several in a long form of a page, lists them
 * on top of it. A dialog is short.
 * A corrected field remains in the list with a check mark until the next submission, so that the fields do not move.
 */
export function FaultSummary() {
  const { t } = useTranslation();
  const { getValues } = useFormContext();
  const { errors } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const listed = useFaultyFields();
  useEffect(() => {
    if (listed.length > 0) box.current?.focus();
  }, [listed]);
  if (listed.length === 0) return null;
  const rows = listed.map((field) => ({ ...field, fault: fieldFault(get(errors, field.name), getValues(field.name)) }));
  const count = rows.filter(({ fault }) => fault !== undefined).length;
  return (
    <Callout
      ref={box}
      className={styles.summary ?? ''}
      role="alert"
      tabIndex={-1}
      // each correction changes one row and the number
      aria-atomic={false}
      tone={count > 0 ? 'danger' : 'success'}
      title={count > 0 ? t('form.faults', { count }) : t('form.corrected')}
    >
      <ul className={styles.list}>
        {rows.map((row) => (
          <Row key={row.name} {...row} />
        ))}
      </ul>
    </Callout>
  );
}

function Row({ label, id, fault }: Faulty & { fault: string | undefined }) {
  const { t } = useTranslation();
  return (
    <li className={styles.row}>
      {id === undefined ? (
        label
      ) : (
        <Anchor component="button" type="button" className={styles.link} onClick={() => focusField(id)}>
          {label}
        </Anchor>
      )}
      {fault ?? (
        <>
          <IconCheck size="1rem" aria-hidden />
          <VisuallyHidden>{t('form.field_corrected')}</VisuallyHidden>
        </>
      )}
    </li>
  );
}

const none: readonly Faulty[] = [];

/** Fields to list: those that were invalid at the last submission, or that the server rejected. */
function useFaultyFields(): readonly Faulty[] {
  const { errors, submitCount } = useFormState();
  const shown = useContext(ShownFields);
  const isInDialog = useFormDialog() !== undefined;
  const [listed, setListed] = useState(none);
  const refusal = errors.root?.[refused];
  const update = useEffectEvent(() => {
    const faulty = submitCount === 0 || isSchemaMissing(errors) ? none : faultyFields(errors, shown);
    const [first] = faulty;
    const isVisible = faulty.length === 1 || shown.size < manyFields || isInDialog;
    if (first?.id === undefined || !isVisible) return setListed(faulty);
    setListed(none);
    focusField(first.id);
  });
  // The order of values does not matter: each of them ends a submission. Zero follows a reset.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads the errors
  useEffect(() => update(), [submitCount, refusal]);
  return listed;
}

/** In the order of the page; last those that are not on it, with their names as labels. */
function faultyFields(errors: FieldErrors, shown: ReadonlyMap<string, ShownField>): Faulty[] {
  const onPage = [...shown.values()].filter(({ name }) => get(errors, name) !== undefined);
  const names = onPage.map(({ name }) => name.split('.')[0]);
  const elsewhere = Object.keys(errors).filter((name) => name !== 'root' && !names.includes(name));
  return [...onPage.toSorted(byPosition), ...elsewhere.map((name) => ({ name, label: name }))];
}

function byPosition(a: ShownField, b: ShownField): number {
  const [first, second] = [document.getElementById(a.id), document.getElementById(b.id)];
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
