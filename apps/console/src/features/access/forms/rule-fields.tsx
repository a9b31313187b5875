import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { personOption } from '../../../lib/format/person-option.ts';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FormRow, FormSection } from '../../../ui/form/form.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import type { Option } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TimeField } from '../../../ui/form/time-field.tsx';
import { groupsQuery } from '../../groups/index.ts';
import { locationsQuery } from '../../locations/index.ts';
import { networkDevicesQuery } from '../../network-devices/index.ts';
import { usersQuery } from '../../users/index.ts';
import { aliasesQuery } from '../access.queries.ts';
import { protocolName } from '../describe-rule.ts';
import { NetworkNotes } from './network-notes.tsx';
import type { RuleInput } from './rule-form.schema.ts';
import { newRule } from './rule-form.ts';
import { SourcesFault } from './sources-fault.tsx';

/** All fields of a rule. */
export function RuleFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('access');
  return (
    <>
      <TextField name="name" label={t('form.name')} autoComplete="off" autoFocus={isNew} />
      <FormSection title={t('form.section_who')}>
        <SourcesFault />
        <SourceFields side="allowed" />
        <AdvancedSection title={t('form.section_denied')} names={deniedNames} defaults={newRule}>
          <SourceFields side="denied" />
        </AdvancedSection>
      </FormSection>
      <FormSection title={t('form.section_what')} text={t('form.section_what_text')}>
        <DestinationFields />
        <AliasesField />
      </FormSection>
      <FormSection title={t('form.section_where')}>
        <LocationsField />
      </FormSection>
      <AdvancedSection title={t('form.section_more')} names={['priority', 'enabled', 'expires']} defaults={newRule}>
        <FormRow>
          <NumberField name="priority" label={t('form.priority')} help={t('form.priority_help')} />
          <TimeField name="expires" label={t('form.expires')} help={t('form.expires_help')} optional />
        </FormRow>
        <SwitchField name="enabled" label={t('form.enabled')} help={t('form.enabled_help')} />
      </AdvancedSection>
    </>
  );
}

const deniedNames = ['deny_all_users', 'denied_groups', 'denied_users', 'deny_all_network_devices', 'denied_devices'];

/** Addresses, ports and protocols. */
export function DestinationFields() {
  const { t } = useTranslation('access');
  const chosen = useWatch<RuleInput, 'protocols'>({ name: 'protocols' });
  const protocols = [...new Set(['6', '17', '1', ...chosen])];
  return (
    <>
      <Stack gap="xs">
        <TagListField
          name="destination"
          label={t('form.destination')}
          help={t('form.destination_help')}
          placeholder={t('any')}
          optional
        />
        <NetworkNotes />
      </Stack>
      <FormRow>
        <TagListField
          name="ports"
          label={t('form.ports')}
          help={t('form.ports_help')}
          placeholder={t('any')}
          optional
        />
        <MultiSelectField
          name="protocols"
          label={t('form.protocols')}
          placeholder={t('any')}
          optional
          searchable={false}
          options={protocols.map((value) => ({ value, label: protocolName(Number(value), t) }))}
        />
      </FormRow>
    </>
  );
}

function SourceFields({ side }: { side: 'allowed' | 'denied' }) {
  const { t } = useTranslation('access');
  const verb = side === 'allowed' ? 'allow' : 'deny';
  const isEveryone = useWatch<RuleInput>({ name: `${verb}_all_users` }) === true;
  const isEveryDevice = useWatch<RuleInput>({ name: `${verb}_all_network_devices` }) === true;
  const devices = useDeviceOptions();
  const groups = useGroupOptions();
  const users = useUserOptions();
  return (
    <>
      <SwitchField name={`${verb}_all_users`} label={t(`form.${verb}_all_users`)} />
      {!isEveryone && (
        <>
          <MultiSelectField name={`${side}_groups`} label={t(`form.${side}_groups`)} options={groups} optional />
          <MultiSelectField name={`${side}_users`} label={t(`form.${side}_users`)} options={users} optional />
        </>
      )}
      <SwitchField name={`${verb}_all_network_devices`} label={t(`form.${verb}_all_network_devices`)} />
      {!isEveryDevice && devices.length > 0 && (
        <MultiSelectField name={`${side}_devices`} label={t(`form.${side}_devices`)} options={devices} optional />
      )}
    </>
  );
}

function useGroupOptions(): readonly Option[] {
  const { data } = useQuery(groupsQuery());
  return useMemo(() => (data ?? []).map(({ id, name }) => ({ value: String(id), label: name })), [data]);
}

function useUserOptions(): readonly Option[] {
  const { data } = useQuery(usersQuery());
  return useMemo(() => (data ?? []).map(personOption), [data]);
}

function useDeviceOptions(): readonly Option[] {
  const { data } = useQuery(networkDevicesQuery());
  return useMemo(
    () => (data ?? []).map(({ id, name, location }) => ({ value: String(id), label: `${name} (${location.name})` })),
    [data],
  );
}

/** Only deployed aliases can be used. */
function AliasesField() {
  const { t } = useTranslation('access');
  const { data = [] } = useQuery(aliasesQuery());
  const options = data
    .filter(({ state }) => state === 'Applied')
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <MultiSelectField
      name="aliases"
      label={t('form.aliases')}
      help={t('form.aliases_help')}
      options={options}
      optional
    />
  );
}

function LocationsField() {
  const { t } = useTranslation('access');
  const { field } = useController<RuleInput, 'where'>({ name: 'where' });
  const { data = [] } = useQuery(locationsQuery());
  return (
    <Stack gap="sm">
      <Radio.Group value={field.value} onChange={field.onChange} aria-label={t('form.section_where')}>
        <Stack gap="sm">
          <Radio value="all" label={t('form.where_all')} />
          <Radio value="some" label={t('form.where_some')} />
        </Stack>
      </Radio.Group>
      {field.value === 'some' && (
        <MultiSelectField
          name="networks"
          label={t('form.networks')}
          options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </Stack>
  );
}
