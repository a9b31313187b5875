import type { UserInfo } from '@gatewarden/contract/users';
import { Button, Modal, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, outcomeText } from '../../../lib/failure-text.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { OutsideForm } from '../../../ui/failure-place.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { Row, RowList } from '../../../ui/row-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { restrictionsQuery } from '../../settings/index.ts';
import { invitationsQuery, useInvitePeople } from '../enrollment.queries.ts';
import { type Outcome, type SkipReason, skipReasonOf } from '../invite-people.ts';
import { type MailLanguageChoice, mailLanguageOptions } from '../mail-language.ts';

interface Props {
  people: readonly UserInfo[];
  onClose: () => void;
  /** All were invited who can be. */
  onDone: () => void;
}

const none: Outcome = { invited: new Set(), failures: new Map() };

/** Mails an invitation to each of the people who can be invited, with progress and the failures. */
export function InvitePeopleDialog({ people, onClose, onDone }: Props) {
  const { t } = useTranslation(['enrollment', 'common']);
  const total = people.filter((person) => skipReasonOf(person) === undefined);
  const [outcome, setOutcome] = useState(none);
  const [current, setCurrent] = useState(none);
  const invite = useInvitePeople(setCurrent);
  const [language, setLanguage] = useState<MailLanguageChoice>('account');
  const hasMail = useQuery(restrictionsQuery()).data?.mail_configured ?? true;
  const left = total.filter(({ id }) => !outcome.invited.has(id));
  const sent = new Set([...outcome.invited, ...current.invited]);
  const hasFailed = outcome.failures.size > 0;
  const submit = () => {
    setCurrent(none);
    invite.mutate(
      { people: left, language },
      {
        onSuccess: ({ invited, failures }) => {
          const all = { invited: new Set([...outcome.invited, ...invited]), failures };
          setOutcome(all);
          if (failures.size > 0) return;
          toast.success(t('many.done', { count: all.invited.size }));
          onDone();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('many.title', { count: total.length })}
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
          {!hasMail && (
            <Callout tone="warning" action={<TextLink to="/settings/mail">{t('issue.set_up_mail')}</TextLink>}>
              {t('many.no_mail')}
            </Callout>
          )}
          <Text>{total.length > 0 ? t('many.text') : t('many.none')}</Text>
          {total.length > 0 && (
            <NativeSelect
              label={t('issue.language')}
              data={mailLanguageOptions(t)}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value as MailLanguageChoice)}
              disabled={invite.isPending}
            />
          )}
          <Replaced people={left} />
          <Skipped people={people} />
          {(invite.isPending || hasFailed) && <Sent sent={sent.size} total={total.length} />}
          {hasFailed && !invite.isPending && <Failures people={left} failures={outcome.failures} />}
          <DialogActions>
            <Button
              variant="default"
              onClick={onClose}
              disabled={invite.isPending}
              data-autofocus={total.length === 0 || undefined}
            >
              {t(hasFailed || total.length === 0 ? 'many.close' : 'common:cancel')}
            </Button>
            {total.length > 0 && (
              <Button type="submit" loading={invite.isPending} disabled={!hasMail} data-autofocus>
                {t(hasFailed ? 'many.again' : 'many.submit', { count: left.length })}
              </Button>
            )}
          </DialogActions>
        </Stack>
      </OutsideForm>
    </Modal>
  );
}

/** How many people have an open link, which another one replaces. */
function Replaced({ people }: Pick<Props, 'people'>) {
  const { t } = useTranslation('enrollment');
  const open = new Set(
    // a link in use remains valid
    useQuery(invitationsQuery()).data?.flatMap(({ user_id: id, started_at }) => (started_at === null ? [id] : [])),
  );
  const count = people.filter(({ id }) => open.has(id)).length;
  return count > 0 && <Text>{t('many.replaced', { count })}</Text>;
}

const reasons: readonly SkipReason[] = ['enrolled', 'disabled', 'managed'];

/** How many of the selected people cannot be invited, by reason. */
function Skipped({ people }: Pick<Props, 'people'>) {
  const { t } = useTranslation('enrollment');
  const counts = Map.groupBy(people, skipReasonOf);
  return reasons.map((reason) => {
    const count = counts.get(reason)?.length ?? 0;
    return (
      count > 0 && (
        <Text key={reason} c="dimmed">
          {t(`many.skipped.${reason}`, { count })}
        </Text>
      )
    );
  });
}

function Sent({ sent, total }: { sent: number; total: number }) {
  const { t } = useTranslation('enrollment');
  const text = t('many.progress', { sent, total });
  return (
    <div>
      <Progress value={(100 * sent) / total} aria-label={text} mb="xs" />
      <Text role="status">{text}</Text>
    </div>
  );
}

/** The people who were not invited, and why. */
function Failures({ people, failures }: { people: readonly UserInfo[]; failures: Outcome['failures'] }) {
  const { t } = useTranslation('enrollment');
  return (
    <RowList label={t('many.failed')}>
      {people.map((person) => (
        <Row key={person.id} name={personName(person)}>
          {failures.has(person.id) ? (
            <Failure error={failures.get(person.id)} />
          ) : (
            <Text size="sm">{t('many.not_sent')}</Text>
          )}
        </Row>
      ))}
    </RowList>
  );
}

function Failure({ error }: { error: unknown }) {
  const outcome = outcomeText(error);
  return (
    <>
      <Text size="sm">{failureText(error)}</Text>
      {outcome && (
        <Text size="sm" c="dimmed">
          {outcome}
        </Text>
      )}
    </>
  );
}
