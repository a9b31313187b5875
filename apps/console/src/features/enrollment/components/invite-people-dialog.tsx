import type { UserInfo } from '@gatewarden/contract/users';
import { Button, Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { OutsideForm } from '../../../ui/failure-place.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type MailLanguageChoice, mailLanguageOptions } from '../mail-language.ts';
import { type Invitations, useInvitations } from '../use-invitations.ts';
import { InvitationLinksDialog } from './invitation-links-dialog.tsx';
import { InviteFailures, InviteProgress } from './invite-progress.tsx';
import { SkippedPeople } from './skipped-people.tsx';

interface Props {
  people: readonly UserInfo[];
  onClose: () => void;
  /** All were invited who can be. */
  onDone: () => void;
}

/** Invites each of the people who can be invited, with progress and the failures. Without email, shows a list of links. */
export function InvitePeopleDialog({ people, onClose, onDone }: Props) {
  const { t } = useTranslation(['enrollment', 'common']);
  const invitations = useInvitations(people);
  const { hasMail, possible, total, left, outcome, isPending } = invitations;
  const [areLinksShown, setLinksShown] = useState(false);
  const [language, setLanguage] = useState<MailLanguageChoice>('account');
  const areAllLinked = possible > 0 && total === 0;
  const hasFailed = left.some(({ id }) => outcome.failures.has(id));
  const close = () => (!hasMail && outcome.invited.size > 0 ? setLinksShown(true) : onClose());
  const submit = () =>
    invitations.invite(language, (count) => {
      if (!hasMail) return setLinksShown(true);
      toast.success(t('many.done', { count }));
      onDone();
    });
  if (areLinksShown) return <InvitationLinksDialog people={people} outcome={outcome} onDone={onDone} />;
  return (
    <Modal
      opened
      onClose={close}
      title={
        areAllLinked ? t('many.linked_title', { count: possible }) : t('many.title', { count: left.length || possible })
      }
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
      withCloseButton={!isPending}
    >
      <OutsideForm>
        <Stack
          component="form"
          gap="md"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {!hasMail && total > 0 && <NoMail />}
          {possible === 0 && <Text>{t('many.none')}</Text>}
          {areAllLinked && (
            <Text>
              {t('many.linked_text', { count: possible, option: t('many.leave_out', { count: invitations.withLink }) })}
            </Text>
          )}
          {hasMail && total > 0 && <MailFields language={language} onChange={setLanguage} disabled={isPending} />}
          {invitations.withLink > 0 && <LeaveOutCheckbox invitations={invitations} />}
          <SkippedPeople people={people} />
          {(isPending || hasFailed) && <InviteProgress done={invitations.done} total={total} areMailed={hasMail} />}
          {hasFailed && !isPending && <InviteFailures people={left} failures={outcome.failures} />}
          <DialogActions>
            <Button
              variant="default"
              onClick={close}
              disabled={isPending}
              data-autofocus={left.length === 0 || undefined}
            >
              {t(hasFailed || possible === 0 ? 'many.close' : 'common:cancel')}
            </Button>
            {possible > 0 && (
              <Button
                type="submit"
                loading={isPending}
                disabled={left.length === 0}
                data-autofocus={left.length > 0 || undefined}
              >
                {areAllLinked
                  ? t(hasMail ? 'many.submit_disabled' : 'many.submit_links_disabled')
                  : t(hasFailed ? 'many.again' : hasMail ? 'many.submit' : 'many.submit_links', { count: left.length })}
              </Button>
            )}
          </DialogActions>
        </Stack>
      </OutsideForm>
    </Modal>
  );
}

interface MailFieldsProps {
  language: MailLanguageChoice;
  onChange: (language: MailLanguageChoice) => void;
  disabled: boolean;
}

function MailFields({ language, onChange, disabled }: MailFieldsProps) {
  const { t } = useTranslation('enrollment');
  return (
    <>
      <Text>{t('many.text')}</Text>
      <NativeSelect
        label={t('issue.language')}
        data={mailLanguageOptions(t)}
        value={language}
        onChange={(event) => onChange(event.currentTarget.value as MailLanguageChoice)}
        disabled={disabled}
      />
    </>
  );
}

function LeaveOutCheckbox({ invitations }: { invitations: Invitations }) {
  const { t } = useTranslation('enrollment');
  return (
    <Checkbox
      label={t('many.leave_out', { count: invitations.withLink })}
      description={t('many.leave_out_help')}
      checked={invitations.isLeavingOut}
      onChange={(event) => invitations.leaveOut(event.currentTarget.checked)}
      disabled={invitations.isPending}
    />
  );
}

function NoMail() {
  const { t } = useTranslation('enrollment');
  return (
    <Callout tone="info" action={<TextLink to="/settings/mail">{t('issue.set_up_mail')}</TextLink>}>
      {t('many.no_mail')}
    </Callout>
  );
}
