import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { patchSettings } from '@gatewarden/contract/settings';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { showError, showFailure } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { type SchemaSource, useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { changedFields, changesOf } from '../changed-fields.ts';
import { readDraft, storeDraft } from '../drafts.ts';
import { type SaveSettings, useSaveSettings } from '../settings.queries.ts';

/** State of a dialog that asks before the fields are saved. */
export interface SaveQuestion<Fields> {
  readonly fields: Fields;
  readonly saving: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

interface Props<Source extends object, Fields extends FieldValues> {
  schema: SchemaSource<Fields, Fields>;
  /** From the server. */
  settings: Source;
  toForm: (settings: Source) => Fields;
  toRequest: (fields: Fields) => BodyInputOf<typeof patchSettings>;
  /** Values of the fields once they are saved; absent: those that were saved. */
  afterSave?: (fields: Fields) => Fields;
  /** Stores the changes; absent: as settings. */
  save?: SaveSettings;
  /** For changes that need a confirmation. */
  question?: {
    readonly isNeeded: (fields: Fields) => boolean;
    readonly dialog: (question: SaveQuestion<Fields>) => ReactNode;
  };
  /** Text of the success toast. */
  saved: string;
  /** Fields; they read the form from its context. */
  children: ReactNode;
}

/**
 * Form for a page of the settings. Sends what was changed. Other pages of the settings can be opened in between: changes
 * remain until they are saved or discarded.
 */
export function SettingsForm<Source extends object, Fields extends FieldValues>(props: Props<Source, Fields>) {
  const { schema, settings, toForm, toRequest, afterSave, question, saved, children } = props;
  const standard = useSaveSettings();
  const save = props.save ?? standard;
  const values = useMemo(() => toForm(settings), [settings, toForm]);
  const form = useZodForm<Fields, Fields>(schema, { values });
  const deleteDraft = useDraft(form);
  const [asked, setAsked] = useState<Fields>();
  const submit = (fields: Fields) =>
    save.mutate(changesOf(toRequest(fields), toRequest(values), settings), {
      onSuccess: () => {
        setAsked(undefined);
        form.reset(afterSave ? afterSave(fields) : fields);
        deleteDraft();
        toast.success(saved);
      },
      onError: (error) => (asked ? showFailure(error) : showError(form, error)),
    });
  return (
    <>
      <Form
        form={form}
        onSubmit={(fields) => {
          if (question?.isNeeded(fields)) setAsked(fields);
          else submit(fields);
        }}
      >
        {children}
        <SaveBar saving={save.isPending} isKept />
      </Form>
      {asked &&
        question?.dialog({
          fields: asked,
          saving: save.isPending,
          onConfirm: () => submit(asked),
          onClose: () => setAsked(undefined),
        })}
    </>
  );
}

/** Stores what is changed in the form, and restores it when the page is opened again. Returns a function that ends it. */
function useDraft<Fields extends FieldValues>(form: UseFormReturn<Fields, unknown, Fields>): () => void {
  // the location already is that of the next page while this one still waits for it
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  // after the effect in which the form takes the values of the server, which would make it count as unchanged
  useEffect(() => {
    for (const [name, value] of Object.entries(readDraft(path))) {
      form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    }
  }, [form, path]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => storeDraft(path, changedFields(values, form.formState.defaultValues ?? {})),
      }),
    [form, path],
  );
  return () => storeDraft(path, {});
}
