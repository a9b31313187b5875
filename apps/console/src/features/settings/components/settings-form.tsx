import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { patchSettings } from '@gatewarden/contract/settings';
import { type ReactNode, useMemo, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { showError, showFailure } from '../../../lib/form-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { type SchemaSource, useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSaveSettings } from '../settings.queries.ts';

/** State of a dialog that asks before the fields are saved. */
export interface SaveQuestion<Fields> {
  readonly fields: Fields;
  readonly saving: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

interface Props<Source, Fields extends FieldValues> {
  schema: SchemaSource<Fields, Fields>;
  /** From the server. */
  settings: Source;
  toForm: (settings: Source) => Fields;
  toRequest: (fields: Fields) => BodyInputOf<typeof patchSettings>;
  /** Values of the fields once they are saved; absent: those that were saved. */
  afterSave?: (fields: Fields) => Fields;
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

/** Form for a page of the settings. */
export function SettingsForm<Source, Fields extends FieldValues>(props: Props<Source, Fields>) {
  const { schema, settings, toForm, toRequest, afterSave, question, saved, children } = props;
  const save = useSaveSettings();
  const values = useMemo(() => toForm(settings), [settings, toForm]);
  const form = useZodForm<Fields, Fields>(schema, { values });
  const [asked, setAsked] = useState<Fields>();
  const submit = (fields: Fields) =>
    save.mutate(toRequest(fields), {
      onSuccess: () => {
        setAsked(undefined);
        form.reset(afterSave ? afterSave(fields) : fields);
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
        <SaveBar saving={save.isPending} />
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
