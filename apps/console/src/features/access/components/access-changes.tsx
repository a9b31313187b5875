import type { AccessDiff } from '@gatewarden/contract/access';
import { Skeleton, Stack, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
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
  const { t, i18n } = useTranslation('access');
  const names = useAccessNames();
  const heading = useId();
  const { data: locations = [] } = useQuery(locationsQuery());
  const enforcing = locations.filter(({ acl_enabled: isEnabled }) => isEnabled).length;
  const describing = { t, names, language: i18n.language };
  return (
    <Stack gap="xs">
      <Text fw={500} id={heading}>
        {title}
      </Text>
      {diff.isPending ? (
        <Skeleton height={40} />
      ) : diff.data === undefined ? (
        <FieldNotes notes={[{ tone: 'warning', text: failureText(diff.error) }]} />
      ) : diff.data.changes.length === 0 ? (
        <Text>{enforcing === 0 ? t('changes.off') : t('changes.none')}</Text>
      ) : (
        <ul className={styles.changes} aria-labelledby={heading}>
          {diff.data.changes.slice(0, maxShown).map((change) => {
            const { who, what, where } = describeChange(change, describing, enforcing);
            const isLoss = change.effect === 'lost';
            return (
              <li key={JSON.stringify(change)} data-effect={change.effect}>
                {isLoss ? <IconMinus aria-hidden size="1rem" /> : <IconPlus aria-hidden size="1rem" />}
                <span>
                  <strong>{capitalized(who, i18n.language)}</strong> {isLoss ? t('changes.lose') : t('changes.gain')}{' '}
                  {[what, where].filter(Boolean).join(' ')}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {diff.data && diff.data.change_count > maxShown && (
        <Text>{t('more', { count: diff.data.change_count - maxShown })}</Text>
      )}
    </Stack>
  );
}
