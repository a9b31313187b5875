import type { AccessPreview, LocationInfo } from '@gatewarden/contract/locations';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError, showFailure } from '../../../lib/form-errors.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { showUndoable } from '../../../ui/undo-toast.ts';
import { AccessChangeDialog } from '../components/access-change-dialog.tsx';
import { EnforcementDialog } from '../components/enforcement-dialog.tsx';
import { type EnforcementChange, enforcementChange } from '../enforcement-change.ts';
import { locationQuery, usePreviewAccess, useUpdateLocation } from '../locations.queries.ts';
import { AccessFields } from './access-fields.tsx';
import type { LocationInput, LocationValues } from './location-form.schema.ts';
import { allowedGroups, loadLocationForm, toForm, toRequest } from './location-form.ts';

/** Who may connect to the location; its other settings stay as they are. */
export function EditAccessForm({ location }: { location: LocationInfo }) {
  const { t } = useTranslation('locations');
  const save = useUpdateLocation(location.id);
  const queryClient = useQueryClient();
  const values = useMemo(() => toForm(location), [location]);
  const form = useZodForm(loadLocationForm, { values });
  // the other settings may have changed since
  const restoreGroups = async ({ id, allowed_groups }: LocationInfo) => {
    const current = await queryClient.fetchQuery({ ...locationQuery(id), staleTime: 0 });
    // ignored while another change is being saved
    if (!(await save.mutateAsync(toRequest(toForm({ ...current, allowed_groups }))))) return;
    toast.success(t('access_restored'));
  };
  const undo = () => void restoreGroups(location).catch(showFailure);
  const preview = usePreviewAccess();
  const [asked, setAsked] = useState<Asked>();
  const apply = (changed: LocationValues) =>
    save.mutate(toRequest(changed), {
      onSuccess: () => {
        setAsked(undefined);
        form.reset(changed);
        if (isUnchanged(changed.allowed_groups, location.allowed_groups)) toast.success(t('saved'));
        else showUndoable(t('saved'), undo);
      },
      onError: (error) => (asked ? showFailure(error) : showError(form, error)),
    });
  const askOrApply = (changed: LocationValues, groups?: AccessPreview) => {
    const enforcement = enforcementChange(location, changed);
    if (enforcement) setAsked({ changed, groups, enforcement });
    else if (groups && groups.people_lost > 0) setAsked({ changed, groups });
    else apply(changed);
  };
  const submit = (values: LocationValues) => {
    const changed = { ...values, allowed_groups: allowedGroups(values) };
    if (isUnchanged(changed.allowed_groups, location.allowed_groups)) return askOrApply(changed);
    preview.mutate(
      { id: location.id, groups: changed.allowed_groups },
      { onSuccess: (groups) => askOrApply(changed, groups), onError: (error) => showError(form, error) },
    );
  };
  return (
    <>
      <Form form={form} label={t('section.access')} onSubmit={submit}>
        <AccessFields locationId={location.id} />
        <SaveBar saving={save.isPending || preview.isPending} consequences={<Consequences />} />
      </Form>
      {asked && (
        <Confirmation
          asked={asked}
          location={location}
          saving={save.isPending}
          onConfirm={() => apply(asked.changed)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface Asked {
  readonly changed: LocationValues;
  /** Undefined if the groups are the same. */
  readonly groups?: AccessPreview | undefined;
  readonly enforcement?: EnforcementChange;
}

interface ConfirmationProps {
  asked: Asked;
  location: LocationInfo;
  saving: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** One dialog for all that is saved. */
function Confirmation({ asked: { changed, groups, enforcement }, location, ...dialog }: ConfirmationProps) {
  if (enforcement) {
    const { acl_enabled, acl_default_allow } = changed;
    const saved = { id: location.id, name: location.name, acl_enabled, acl_default_allow };
    return <EnforcementDialog change={enforcement} location={saved} groups={groups} {...dialog} />;
  }
  return groups && <AccessChangeDialog name={location.name} change={groups} {...dialog} />;
}

function Consequences() {
  const { t } = useTranslation('locations');
  const { dirtyFields } = useFormState<LocationInput>();
  return dirtyFields.access || dirtyFields.allowed_groups ? (
    <FieldNotes notes={[{ tone: 'warning', text: t('consequence.access') }]} />
  ) : null;
}

function isUnchanged(groups: readonly string[], former: readonly string[]): boolean {
  return groups.toSorted().join('\n') === former.toSorted().join('\n');
}
