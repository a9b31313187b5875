import type { AccessChange, AccessDiff } from '@gatewarden/contract/access';
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { describeChange } from '../describe-change.ts';
import { capitalized } from '../describe-rule.ts';
import { useAccessNames } from '../use-access-names.ts';
import styles from './access-changes.module.css';

interface Props {
  title: string;
  diff: UseQueryResult<AccessDiff>;
}

const maxShown = 50;

/** Who gains and who loses access to what. */
export function AccessChanges({ title, diff }: Props) {
  const { t } = useTranslation('access');
  const heading = useId();
  const [isLong, setIsLong] = useState(false);
  const { data: locations = [] } = useQuery(locationsQuery());
  const enforcing = locations.filter(({ acl_enabled: isEnabled }) => isEnabled).length;
  const { changes = [], change_count: total = 0 } = diff.data ?? {};
  const shown = isLong ? changes : changes.slice(0, maxShown);
  return (
    <Stack gap="xs">
      <div>
        <Text fw={500} id={heading}>
          {title}
        </Text>
        {diff.data && <Counts {...diff.data} />}
      </div>
      {diff.isPending ? (
        <Skeleton height={40} />
      ) : diff.data === undefined ? (
        <FieldNotes notes={[{ tone: 'warning', text: failureText(diff.error) }]} />
      ) : changes.length === 0 ? (
        <Text>{enforcing === 0 ? t('changes.off') : t('changes.none')}</Text>
      ) : (
        <ul className={styles.changes} aria-labelledby={heading}>
          {shown.map((change) => (
            <Change key={JSON.stringify(change)} change={change} enforcing={enforcing} />
          ))}
        </ul>
      )}
      {shown.length < changes.length ? (
        <Anchor component="button" type="button" onClick={() => setIsLong(true)}>
          {t('changes.show_more', { count: total - shown.length })}
        </Anchor>
      ) : (
        shown.length < total && <Text>{t('more', { count: total - shown.length })}</Text>
      )}
    </Stack>
  );
}

/** How many of the changes are losses and how many gains; the total if the server has not sent all of them. */
function Counts({ changes, change_count: total }: AccessDiff) {
  const { t } = useTranslation('access');
  if (total === 0) return null;
  const count = (effect: AccessChange['effect']) => changes.filter((change) => change.effect === effect).length;
  const [lost, gained] = [count('lost'), count('gained')];
  const parts = [
    ...(lost > 0 ? [t('changes.lost', { count: lost })] : []),
    ...(gained > 0 ? [t('changes.gained', { count: gained })] : []),
  ];
  return (
    <Text size="sm" c="dimmed">
      {changes.length < total ? t('changes.total', { count: total }) : parts.join(', ')}
    </Text>
  );
}

function Change({ change, enforcing }: { change: AccessChange; enforcing: number }) {
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const [isFull, setIsFull] = useState(false);
  const describing = { t, names, language: i18n.language };
  const { who, what, where, isShortened } = describeChange(change, describing, { enforcing, isFull });
  const isLoss = change.effect === 'lost';
  return (
    <li data-effect={change.effect}>
      {isLoss ? <IconMinus aria-hidden size="1rem" /> : <IconPlus aria-hidden size="1rem" />}
      <span>
        <strong>{capitalized(who, describing)}</strong> {isLoss ? t('changes.lose') : t('changes.gain')}{' '}
        {[what, where].filter(Boolean).join(' ')}
        {isShortened && (
          <>
            {' '}
            <Anchor component="button" type="button" aria-expanded={isFull} onClick={() => setIsFull(!isFull)}>
              {isFull ? t('changes.show_less') : t('changes.show_all')}
            </Anchor>
          </>
        )}
      </span>
    </li>
  );
}
