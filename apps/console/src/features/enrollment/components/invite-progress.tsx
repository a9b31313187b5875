import type { UserInfo } from '@gatewarden/contract/users';
import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText, outcomeText } from '../../../lib/failure-text.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { Row, RowList } from '../../../ui/row-list.tsx';
import type { Outcome } from '../invite-people.ts';

interface ProgressProps {
  done: number;
  total: number;
  /** False: links are created, which are not mailed. */
  areMailed: boolean;
}

/** How many of the people have been invited. */
export function InviteProgress({ done, total, areMailed }: ProgressProps) {
  const { t } = useTranslation('enrollment');
  const text = t(areMailed ? 'many.progress' : 'many.progress_links', { sent: done, total });
  return (
    <div>
      <Progress value={(100 * done) / total} aria-label={text} mb="xs" />
      <Text role="status">{text}</Text>
    </div>
  );
}

interface FailuresProps {
  people: readonly UserInfo[];
  failures: Outcome['failures'];
}

/** The people who were not invited, and why. */
export function InviteFailures({ people, failures }: FailuresProps) {
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
