import { Checkbox, Radio, Stack } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AdvancedSection } from '../../../ui/form/advanced-section.tsx';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { Form, FormSection } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { PickListField } from '../../../ui/form/pick-list-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TileField } from '../../../ui/form/tile-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import styles from './sections.module.css';

const values = {
  name: 'Warsaw',
  email: '',
  group: 'engineering',
  port: 51_820,
  password: 'secret',
  on: true,
  networks: ['10.20.0.0/16', 'fd20::/64'],
  note: '',
  groups: ['engineering'],
  members: ['emma'],
  platform: 'laptop',
};
const errors = { email: { type: 'custom', message: 'required' } };
const groups = [
  { value: 'engineering', label: 'engineering' },
  { value: 'sales', label: 'sales' },
];

const members = [
  { value: 'emma', label: 'Emma Walker', detail: 'emma.walker@example.com' },
  { value: 'minjun', label: 'Kim Min-jun', detail: 'minjun.kim@example.com' },
];
const platforms = [
  { value: 'laptop', label: 'Laptop', icon: IconDeviceLaptop },
  { value: 'phone', label: 'Phone', icon: IconDeviceMobile },
];

/** Fields with and without values, disabled, and with an error. */
export function Fields() {
  const [search, setSearch] = useState('');
  return (
    <div className={styles.columns}>
      <ExampleForm disabled={false} />
      <ExampleForm disabled />
      <FaultyForm />
      <Stack gap="sm">
        <SearchField label="Search people" value={search} onChange={setSearch} />
        <Checkbox label="Selected" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Checkbox label="Disabled" disabled />
        <Radio.Group label="Route through VPN" defaultValue="some">
          <Stack gap="xs" mt="xs">
            <Radio value="some" label="Only the networks below" />
            <Radio value="all" label="All traffic" />
          </Stack>
        </Radio.Group>
      </Stack>
    </div>
  );
}

function ExampleForm({ disabled }: { disabled: boolean }) {
  const form = useForm({ defaultValues: values, errors, shouldFocusError: false });
  return (
    <Form form={form} label={disabled ? 'Disabled fields' : 'Fields'} onSubmit={() => undefined}>
      <TextField name="name" label="Name" help="Shown to users" disabled={disabled} />
      <TextField name="email" label="Email" type="email" disabled={disabled} />
      <SelectField name="group" label="Group" options={groups} optional disabled={disabled} />
      <NumberField name="port" label="Port" unit="UDP" disabled={disabled} />
      <PasswordField name="password" label="Password" autoComplete="new-password" disabled={disabled} />
      <TagListField name="networks" label="Networks" disabled={disabled} />
      <MultiSelectField name="groups" label="Allowed groups" options={groups} disabled={disabled} />
      <PickListField
        name="members"
        label="Members"
        searchLabel="Search members"
        searchFrom={2}
        items={members}
        disabled={disabled}
      />
      <TextAreaField name="note" label="Note" optional disabled={disabled} />
      <FormSection title="Section" text="What the section is about.">
        <SwitchField name="on" label="Enabled" help="Takes effect immediately" disabled={disabled} />
      </FormSection>
      {!disabled && <TileField name="platform" label="Platform" tiles={platforms} />}
      <FieldNotes
        notes={[
          { tone: 'info', text: 'You have 2 of 5 devices.' },
          { tone: 'success', text: 'The address is free.' },
          { tone: 'warning', text: 'Every device can use this network.' },
        ]}
      />
      <FormActions submitLabel="Save" submitting={disabled} onCancel={() => undefined} />
    </Form>
  );
}

const entered = { name: '', endpoint: 'vpn', port: '', mtu: '1280' };
const faults = {
  name: { type: 'custom', message: 'required' },
  endpoint: { type: 'custom', message: 'host' },
  mtu: { type: 'custom', message: 'not_a_number' },
};

/** "Save" lists the faults and opens the section. */
function FaultyForm() {
  const resolver = () => ({ values: {}, errors: faults });
  const form = useForm({ defaultValues: entered, resolver, shouldFocusError: false });
  return (
    <Form form={form} label="Faults" onSubmit={() => undefined}>
      <TextField name="name" label="Name of the location" />
      <TextField name="endpoint" label="Endpoint" />
      <TextField name="port" label="Listen port" optional />
      <AdvancedSection title="Advanced" names={['mtu']} defaults={{ mtu: '1420' }}>
        <TextField name="mtu" label="MTU" />
      </AdvancedSection>
      <FormActions submitLabel="List the faults" submitting={false} onCancel={() => undefined} />
    </Form>
  );
}
