import type { GroupInfo } from '@gatewarden/contract/groups';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { type FieldNote, FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { Refusal } from '../../../ui/refusal-dialog.tsx';
import { accessPreviewQuery } from '../../locations/index.ts';
import { LocationNames } from '../components/location-names.tsx';
import { useSetAccessWithUndo } from '../use-set-access-with-undo.ts';
import { NewLocationsFields } from './group-form.schema.ts';

interface Props {
  group: GroupInfo;
  /** All locations. */
  locations: readonly LocationInfo[];
  onClose: () => void;
}

/**
 * Gives a group access to more locations. Those that are open to everyone are not offered: their first group would close
 * them to all other users.
 */
export function AddLocationsDialog({ group, locations, onClose }: Props) {
  const { t } = useTranslation('groups');
  const open = locations.filter(({ allowed_groups: groups }) => groups.length === 0);
  const candidates = locations.filter(
    ({ allowed_groups: groups }) => groups.length > 0 && !groups.includes(group.name),
  );
  return (
    <FormDialog onClose={onClose} title={t('locations.add_title', { group: group.name })} fillsPhone>
      {candidates.length === 0 ? (
        <NothingToAdd open={open} onClose={onClose} />
      ) : (
        <AddLocationsForm group={group} candidates={candidates} open={open} onClose={onClose} />
      )}
    </FormDialog>
  );
}

interface FormProps extends Pick<Props, 'group' | 'onClose'> {
  /** Locations limited to other groups. */
  candidates: readonly LocationInfo[];
  /** Locations open to everyone. */
  open: readonly LocationInfo[];
}

function AddLocationsForm({ group, candidates, open, onClose }: FormProps) {
  const { t, i18n } = useTranslation('groups');
  const { setAccess, isPending } = useSetAccessWithUndo(group.name);
  const form = useZodForm<NewLocationsFields, NewLocationsFields>(NewLocationsFields, {
    defaultValues: { locations: [] },
  });
  const chosen = new Set(form.watch('locations'));
  const names = new Intl.ListFormat(i18n.language).format(open.map(({ name }) => name));
  return (
    <Form
      form={form}
      onSubmit={(values) => {
        const ids = new Set(values.locations);
        setAccess(
          candidates.filter(({ id }) => ids.has(String(id))),
          true,
          { onSuccess: onClose, onError: (error) => showError(form, error) },
        );
      }}
    >
      <div>
        <PickListField
          name="locations"
          label={t('field.locations')}
          items={candidates.map(({ id, name, allowed_groups: groups }) => ({
            value: String(id),
            label: name,
            detail: groups.join(', '),
          }))}
          searchLabel={t('locations.search')}
          {...(open.length > 0 && { help: t('locations.add_open', { locations: names }) })}
        />
        <Gains group={group.name} locations={candidates.filter(({ id }) => chosen.has(String(id)))} />
      </div>
      <FormActions submitLabel={t('locations.add')} submitting={isPending} onCancel={onClose} />
    </Form>
  );
}

/** How many people gain access to each of the locations. */
function Gains({ group, locations }: { group: string; locations: readonly LocationInfo[] }) {
  const { t } = useTranslation('groups');
  const previews = useQueries({
    queries: locations.map(({ id, allowed_groups: groups }) => accessPreviewQuery(id, [...groups, group])),
  });
  const notes = locations.flatMap(({ name: location }, index): FieldNote[] => {
    const count = previews[index]?.data?.people_gained;
    return count === undefined ? [] : [{ tone: 'info', text: t('locations.gain', { location, count }) }];
  });
  return <FieldNotes notes={notes} />;
}

function NothingToAdd({ open, onClose }: Pick<FormProps, 'open' | 'onClose'>) {
  const { t } = useTranslation('groups');
  return (
    <Refusal onClose={onClose}>
      <Text>{t(open.length === 0 ? 'locations.add_none' : 'locations.add_only_open')}</Text>
      {open.length > 0 && <LocationNames locations={open} />}
    </Refusal>
  );
}
