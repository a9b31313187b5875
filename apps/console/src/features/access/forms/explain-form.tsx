import type { AccessExplanation } from '@gatewarden/contract/access';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { personOption } from '../../../lib/format/person-option.ts';
import { Form, FormRow } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TimeField } from '../../../ui/form/time-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { locationsQuery } from '../../locations/index.ts';
import { networkDevicesQuery } from '../../network-devices/index.ts';
import { usersQuery } from '../../users/index.ts';
import { Explanation } from '../components/explanation.tsx';
import { ExplanationFailure } from '../components/explanation-failure.tsx';
import { protocolName } from '../describe-rule.ts';
import {
  devicePrefix,
  emptyQuestion,
  type QuestionSearch,
  toExplainForm,
  toQuestion,
  toSearch,
} from '../explain-question.ts';
import type { ExplainInput } from './explain-form.schema.ts';

const loadSchema = async () => (await import('./explain-form.schema.ts')).ExplainForm;

interface Props {
  /** The question of the answer. */
  asked: QuestionSearch;
  answer: UseQueryResult<AccessExplanation>;
  onAsk: (question: QuestionSearch) => void;
}

/** Asks about one connection. The answer is below while the form has its question. */
export function ExplainForm({ asked, answer, onAsk }: Props) {
  const { t } = useTranslation('access');
  const { data: users = [] } = useQuery(usersQuery());
  const { data: devices = [] } = useQuery(networkDevicesQuery());
  const { data: locations = [] } = useQuery(locationsQuery());
  const values = useMemo(() => toExplainForm(asked), [asked]);
  const form = useZodForm(loadSchema, { values });
  const current = useWatch({ control: form.control });
  const question = toQuestion(asked);
  const isCurrent = textOf({ ...emptyQuestion, ...current }) === textOf(values);
  return (
    <>
      <Form
        form={form}
        label={t('tabs.explain')}
        onSubmit={(next) => {
          // the values are those of the address from now on, so going back changes them
          form.reset(next);
          onAsk(toSearch(next));
        }}
      >
        <FormRow>
          <SelectField
            name="user"
            label={t('explain.user')}
            searchable
            options={[
              ...users.map(personOption),
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
        <TimeField name="at" label={t('explain.at')} help={t('explain.at_help')} optional />
        <FormActions submitLabel={t('explain.ask')} submitting={answer.isFetching} />
      </Form>
      {question && isCurrent && (
        <div aria-live="polite">
          {answer.data ? (
            <Explanation answer={answer.data} question={question} />
          ) : (
            answer.isError && <ExplanationFailure error={answer.error} />
          )}
        </div>
      )}
    </>
  );
}

/** Equal for equal questions. */
function textOf(input: ExplainInput): string {
  return JSON.stringify(toQuestion(toSearch(input)) ?? null);
}

/** ICMP has no ports. */
function PortField() {
  const { t } = useTranslation('access');
  const protocol = useWatch<ExplainInput, 'protocol'>({ name: 'protocol' });
  return (
    <NumberField name="port" label={t('explain.port')} min={0} max={65_535} disabled={protocol === '1'} optional />
  );
}
