import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { groupNamesQuery } from '../locations.queries.ts';
import type { LocationInput } from './location-form.schema.ts';
import { SecondFactorFields } from './second-factor-fields.tsx';

/** Who may connect to an existing location, and how. */
export function AccessFields({ locationId }: { locationId: number }) {
  return (
    <>
      <AccessField />
      <SecondFactorFields locationId={locationId} />
      <AccessRulesField />
    </>
  );
}

/** Who may connect: everyone, or only the members of groups. */
export function AccessField() {
  const { t } = useTranslation('locations');
  const { field } = useController<LocationInput, 'access'>({ name: 'access' });
  return (
    <Stack gap="sm">
      <Radio.Group value={field.value} onChange={field.onChange} label={t('field.access')}>
        <Stack gap="sm" mt="xs">
          <Radio value="everyone" label={t('all_users')} />
          <Radio value="groups" label={t('field.only_groups')} />
        </Stack>
      </Radio.Group>
      {field.value === 'groups' && <GroupsField />}
    </Stack>
  );
}

function GroupsField() {
  const { t } = useTranslation('locations');
  const groups = useQuery(groupNamesQuery());
  const chosen = useWatch<LocationInput, 'allowed_groups'>({ name: 'allowed_groups' });
  const names = [...new Set([...(groups.data ?? []), ...chosen])];
  return (
    <div>
      <MultiSelectField
        name="allowed_groups"
        label={t('field.groups')}
        help={t('help.groups')}
        options={names.map((name) => ({ value: name, label: name }))}
      />
      <FieldNotes notes={groups.isError ? [{ tone: 'warning', text: failureText(groups.error) }] : []} />
    </div>
  );
}

/** Whether access rules are enforced, and what happens to destinations that none of them names. */
function AccessRulesField() {
  const { t } = useTranslation('locations');
  const isOn = useWatch<LocationInput, 'acl_enabled'>({ name: 'acl_enabled' });
  return (
    <Stack gap="sm">
      <SwitchField name="acl_enabled" label={t('field.acl')} help={t('help.acl')} />
      {isOn && <DefaultField />}
    </Stack>
  );
}

function DefaultField() {
  const { t } = useTranslation('locations');
  const { field } = useController<LocationInput, 'acl_default_allow'>({ name: 'acl_default_allow' });
  return (
    <Radio.Group
      value={field.value ? 'allow' : 'deny'}
      onChange={(value) => field.onChange(value === 'allow')}
      label={t('field.acl_default')}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="deny" label={t('acl_default.deny')} description={t('acl_default.deny_help')} />
        <Radio value="allow" label={t('acl_default.allow')} description={t('acl_default.allow_help')} />
      </Stack>
    </Radio.Group>
  );
}
