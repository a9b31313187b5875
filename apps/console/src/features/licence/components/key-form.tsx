import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '../../../lib/api-error.ts';
import { failureText, sentence } from '../../../lib/failure-text.ts';
import { showError } from '../../../lib/form-errors.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextAreaField } from '../../../ui/form/text-area-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast.tsx';
import { useInspectLicence, useSaveLicence } from '../licence.queries.ts';
import type { KeyFields } from '../licence.schema.ts';
import { useClaimFacts } from '../use-claim-facts.ts';

const loadSchema = async () => (await import('../licence.schema.ts')).KeyFields;

/** A key to paste, which can be checked before it is saved. */
export function KeyForm() {
  const { t } = useTranslation('licence');
  const save = useSaveLicence();
  const inspect = useInspectLicence();
  const form = useZodForm<KeyFields, KeyFields>(loadSchema, { defaultValues: { license: '' } });
  const check = form.handleSubmit(({ license }) => inspect.mutate(license));
  const store = ({ license }: KeyFields) =>
    save.mutate(license, {
      onSuccess: () => {
        form.reset();
        inspect.reset();
        toast.success(t('key.saved'));
      },
      onError: (error) => showError(form, error),
    });
  return (
    <Form form={form} label={t('key.title')} onSubmit={store}>
      <TextAreaField name="license" label={t('key.field')} />
      <DialogActions>
        <Button variant="default" loading={inspect.isPending} onClick={() => void check()}>
          {t('key.check')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('key.save')}
        </Button>
      </DialogActions>
      {inspect.isError && <Callout tone="danger">{failureText(inspect.error)}</Callout>}
      {inspect.data && <Result result={inspect.data} />}
    </Form>
  );
}

function Result({
  result: { reason, license, issuer },
}: {
  result: NonNullable<ReturnType<typeof useInspectLicence>['data']>;
}) {
  const { t } = useTranslation('licence');
  const claimFacts = useClaimFacts();
  const refusal = reason !== null && isErrorCode(reason) ? sentence(reason) : t('key.refused');
  return (
    <>
      {reason === null ? (
        <Callout tone="success">{t('key.accepted')}</Callout>
      ) : (
        <Callout tone="warning">{refusal}</Callout>
      )}
      {license && <FactList facts={claimFacts(license, issuer)} />}
    </>
  );
}
