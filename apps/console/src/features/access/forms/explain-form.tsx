import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { parseInputValue } from '../../../lib/local-time.ts';
import { Form, FormRow } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { locationsQuery } from '../../locations/index.ts';
import { networkDevicesQuery } from '../../network-devices/index.ts';
import { usersQuery } from '../../users/index.ts';
import { useExplain } from '../access.queries.ts';
import { Explanation } from '../components/explanation.tsx';
import { protocolName } from '../describe-rule.ts';
import type { ExplainInput } from './explain-form.schema.ts';
import { TimeField } from './time-field.tsx';

const loadSchema = async () => (await import('./explain-form.schema.ts')).ExplainForm;
/** Of the value of a network device. */
const devicePrefix = 'device ';
const initial: ExplainInput = { user: '', location: '', address: '', protocol: '6', port: 443, at: '' };

/** Asks about one connection and shows the answer below. */
export function ExplainForm() {
  const { t } = useTranslation('access');
  const explain = useExplain();
  const { data: users = [] } = useQuery(usersQuery());
  const { data: devices = [] } = useQuery(networkDevicesQuery());
  const { data: locations = [] } = useQuery(locationsQuery());
  const form = useZodForm(loadSchema, { defaultValues: initial });
  return (
    <>
      <Form
        form={form}
        label={t('tabs.explain')}
        onSubmit={({ user, location, address, protocol, port, at }) => {
          const time = parseInputValue(at);
          explain.mutate(
            {
              ...(user.startsWith(devicePrefix)
                ? { device_id: Number(user.slice(devicePrefix.length)) }
                : { user_id: Number(user) }),
              ...{ location_id: Number(location), address, protocol: Number(protocol) },
              ...(port !== undefined && { port }),
              ...(time !== undefined && { at: time }),
            },
            { onError: (error) => showError(form, error) },
          );
        }}
      >
        <FormRow>
          <SelectField
            name="user"
            label={t('explain.user')}
            searchable
            options={[
              ...users.map((each) => ({ value: String(each.id), label: `${personName(each)} (${each.username})` })),
              ...devices.map(({ id, name }) => ({
                value: `${devicePrefix}${id}`,
                label: t('tests.device', { device: name }),
              })),
            ]}
          />
          <SelectField
            name="location"
            label={t('explain.location')}
            searchable
            options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </FormRow>
        <TextField name="address" label={t('explain.address')} placeholder="10.0.5.9" verbatim />
        <FormRow>
          <SelectField
            name="protocol"
            label={t('explain.protocol')}
            options={['6', '17', '1'].map((value) => ({ value, label: protocolName(Number(value), t) }))}
          />
          <PortField />
        </FormRow>
        <TimeField name="at" label={t('explain.at')} help={t('explain.at_help')} />
        <FormActions submitLabel={t('explain.ask')} submitting={explain.isPending} />
      </Form>
      {explain.data && <Explanation answer={explain.data} />}
    </>
  );
}

/** ICMP has no ports. */
function PortField() {
  const { t } = useTranslation('access');
  const protocol = useWatch<ExplainInput, 'protocol'>({ name: 'protocol' });
  return (
    <NumberField name="port" label={t('explain.port')} min={0} max={65_535} disabled={protocol === '1'} optional />
  );
}
