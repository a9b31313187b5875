import { EmailAddress } from '@gatewarden/contract/primitives';
import { Text } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showError } from '../../../lib/form-errors.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TileField } from '../../../ui/form/tile-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { TextLink } from '../../../ui/links.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { restrictionsQuery } from '../../settings/index.ts';
import { IssuedTokenDialog } from '../components/issued-token-dialog.tsx';
import { useIssueToken } from '../enrollment.queries.ts';
import { mailLanguageOptions, mailLanguages } from '../mail-language.ts';
import type { Person } from '../person.ts';
import type { TokenKind } from '../token-link.ts';

const Fields = z.discriminatedUnion('delivery', [
  z.object({ delivery: z.literal('mail'), email: EmailAddress, language: z.enum(mailLanguages) }),
  z.object({ delivery: z.literal('show'), email: z.string(), language: z.enum(mailLanguages) }),
]);
type Fields = z.infer<typeof Fields>;

interface Props {
  kind: TokenKind;
  person: Person;
  onClose: () => void;
}

type Issued = NonNullable<ReturnType<typeof useIssueToken>['data']>;

/** Issues a token for a person, and mails it or shows it once. */
export function IssueTokenDialog({ kind, person, onClose }: Props) {
  const { t } = useTranslation('enrollment');
  const [issued, setIssued] = useState<Issued>();
  const restrictions = useQuery(restrictionsQuery());
  const title = t(`issue.${kind}.title`, { name: personName(person) });
  if (issued) {
    const { enrollment_url: url, enrollment_token: token } = issued;
    return <IssuedTokenDialog title={title} kind={kind} url={url} token={token} onClose={onClose} />;
  }
  return (
    <FormDialog onClose={onClose} title={title}>
      {restrictions.isPending ? (
        <FormSkeleton count={2} />
      ) : (
        <IssueForm
          kind={kind}
          person={person}
          // if it is unknown, the server decides
          hasMail={restrictions.data?.mail_configured ?? true}
          onIssued={setIssued}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}

interface FormProps extends Props {
  /** Whether mails can be sent. */
  hasMail: boolean;
  /** Receives a token that has to be shown. */
  onIssued: (issued: Issued) => void;
}

function IssueForm({ kind, person, hasMail, onIssued, onClose }: FormProps) {
  const { t } = useTranslation('enrollment');
  const issue = useIssueToken(kind);
  const form = useZodForm<Fields, Fields>(Fields, {
    defaultValues: { delivery: hasMail ? 'mail' : 'show', email: person.email, language: 'account' },
  });
  const isMailed = useWatch({ control: form.control, name: 'delivery' }) === 'mail';
  const submit = ({ delivery, email, language }: Fields) =>
    issue.mutate(
      { username: person.username, email: delivery === 'mail' ? email : null, language },
      {
        onSuccess: (issued) => {
          if (delivery === 'show') return onIssued(issued);
          toast.success(t('issue.sent', { email }));
          onClose();
        },
        onError: (error) => showError(form, error),
      },
    );
  return (
    <Form form={form} onSubmit={submit}>
      <Text>{t(`issue.${kind}.text`, { name: personName(person) })}</Text>
      {hasMail ? <DeliveryField /> : <NoMail />}
      {isMailed && (
        <>
          <TextField name="email" type="email" label={t('issue.email')} autoComplete="off" verbatim autoFocus />
          <SelectField name="language" label={t('issue.language')} options={mailLanguageOptions(t)} />
        </>
      )}
      <FormActions
        submitLabel={t(isMailed ? 'issue.submit_mail' : 'issue.submit_show')}
        submitting={issue.isPending}
        onCancel={onClose}
        autoFocus={!hasMail}
      />
    </Form>
  );
}

function DeliveryField() {
  const { t } = useTranslation('enrollment');
  return (
    <TileField
      name="delivery"
      label={t('issue.delivery')}
      tiles={[
        { value: 'mail', label: t('issue.mail'), icon: IconMail },
        { value: 'show', label: t('issue.show'), icon: IconLink },
      ]}
    />
  );
}

function NoMail() {
  const { t } = useTranslation('enrollment');
  return (
    <Callout tone="info" action={<TextLink to="/settings/mail">{t('issue.set_up_mail')}</TextLink>}>
      {t('issue.no_mail')}
    </Callout>
  );
}
