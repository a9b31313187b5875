import type { UserInfo } from '@gatewarden/contract/users';
import { Button, Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { OutsideForm } from '../../../ui/failure-place.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { toast } from '../../../ui/toast.tsx';
import { restrictionsQuery } from '../../settings/index.ts';
import { invitationsQuery, useInvitePeople } from '../enrollment.queries.ts';
import { type Outcome, skipReasonOf } from '../invite-people.ts';
import { type MailLanguageChoice, mailLanguageOptions } from '../mail-language.ts';
import { InvitationLinksDialog } from './invitation-links-dialog.tsx';
import { InviteFailures, InviteProgress } from './invite-progress.tsx';
import { SkippedPeople } from './skipped-people.tsx';

interface Props {
  people: readonly UserInfo[];
  onClose: () => void;
  /** All were invited who can be. */
  onDone: () => void;
}

const none: Outcome = { invited: new Map(), failures: new Map() };

/** Invites each of the people who can be invited, with progress and the failures. Without email, shows a list of links. */
export function InvitePeopleDialog({ people, onClose, onDone }: Props) {
  const { t } = useTranslation(['enrollment', 'common']);
  const openLinks = useOpenLinks();
  const [isLeavingOut, setLeavingOut] = useState(true);
  const [outcome, setOutcome] = useState(none);
  const [current, setCurrent] = useState(none);
  const [areLinksShown, setLinksShown] = useState(false);
  const invite = useInvitePeople(setCurrent);
  const [language, setLanguage] = useState<MailLanguageChoice>('account');
  const hasMail = useQuery(restrictionsQuery()).data?.mail_configured ?? true;
  const possible = people.filter((person) => skipReasonOf(person) === undefined);
  const withLink = possible.filter(({ id }) => openLinks.has(id) && !outcome.invited.has(id));
  const total = isLeavingOut ? possible.filter((person) => !withLink.includes(person)) : possible;
  const left = total.filter(({ id }) => !outcome.invited.has(id));
  const hasFailed = outcome.failures.size > 0;
  const close = () => (!hasMail && outcome.invited.size > 0 ? setLinksShown(true) : onClose());
  const submit = () => {
    setCurrent(none);
    invite.mutate(
      { people: left, language: hasMail ? language : null },
      {
        onSuccess: ({ invited, failures }) => {
          const all = { invited: new Map([...outcome.invited, ...invited]), failures };
          setOutcome(all);
          if (failures.size > 0) return;
          if (!hasMail) return setLinksShown(true);
          toast.success(t('many.done', { count: all.invited.size }));
          onDone();
        },
      },
    );
  };
  if (areLinksShown) return <InvitationLinksDialog people={people} outcome={outcome} onDone={onDone} />;
  return (
    <Modal
      opened
      onClose={close}
      title={t('many.title', { count: left.length || possible.length })}
      closeOnClickOutside={!invite.isPending}
      closeOnEscape={!invite.isPending}
      withCloseButton={!invite.isPending}
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
          {!hasMail && possible.length > 0 && <NoMail />}
          {possible.length === 0 && <Text>{t('many.none')}</Text>}
          {total.length > 0 && hasMail && (
            <>
              <Text>{t('many.text')}</Text>
              <NativeSelect
                label={t('issue.language')}
                data={mailLanguageOptions(t)}
                value={language}
                onChange={(event) => setLanguage(event.currentTarget.value as MailLanguageChoice)}
                disabled={invite.isPending}
              />
            </>
          )}
          {withLink.length > 0 && (
            <Checkbox
              label={t('many.leave_out', { count: withLink.length })}
              description={t('many.leave_out_help')}
              checked={isLeavingOut}
              onChange={(event) => setLeavingOut(event.currentTarget.checked)}
              disabled={invite.isPending}
            />
          )}
          <SkippedPeople people={people} />
          {(invite.isPending || hasFailed) && (
            <InviteProgress
              done={new Set([...outcome.invited.keys(), ...current.invited.keys()]).size}
              total={total.length}
              areMailed={hasMail}
            />
          )}
          {hasFailed && !invite.isPending && <InviteFailures people={left} failures={outcome.failures} />}
          <DialogActions>
            <Button
              variant="default"
              onClick={close}
              disabled={invite.isPending}
              data-autofocus={left.length === 0 || undefined}
            >
              {t(hasFailed || possible.length === 0 ? 'many.close' : 'common:cancel')}
            </Button>
            {possible.length > 0 && (
              <Button
                type="submit"
                loading={invite.isPending}
                disabled={left.length === 0}
                data-autofocus={left.length > 0 || undefined}
              >
                {t(hasFailed ? 'many.again' : hasMail ? 'many.submit' : 'many.submit_links', { count: left.length })}
              </Button>
            )}
          </DialogActions>
        </Stack>
      </OutsideForm>
    </Modal>
  );
}

/** Ids of people whose unused link another one replaces; a link in use remains valid. */
function useOpenLinks(): ReadonlySet<number> {
  const { data: invitations = [] } = useQuery(invitationsQuery());
  return new Set(invitations.filter(({ started_at }) => started_at === null).map(({ user_id: id }) => id));
}

function NoMail() {
  const { t } = useTranslation('enrollment');
  return (
    <Callout tone="info" action={<TextLink to="/settings/mail">{t('issue.set_up_mail')}</TextLink>}>
      {t('many.no_mail')}
    </Callout>
  );
}
