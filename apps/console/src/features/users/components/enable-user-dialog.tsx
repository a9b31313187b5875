import type { SuspendedItem } from '@gatewarden/contract/emergency-stop';
import type { UserInfo } from '@gatewarden/contract/users';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '../../../lib/format/person-name.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import styles from './enable-user-dialog.module.css';

interface Props {
  user: UserInfo;
  /** At least one. */
  items: readonly SuspendedItem[];
  confirming: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before an account is enabled after an emergency stop: what stays suspended, and where each can be decided about. */
export function EnableUserDialog({ user, items, confirming, onConfirm, onClose }: Props) {
  const { t } = useTranslation('users');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('enable.title', { name: personName(user) })}
      danger={false}
      consequences={
        <Stack gap="sm">
          <Text>{t('enable.text')}</Text>
          <Text>{t('enable.advice')}</Text>
          <RowList label={t('enable.items')}>
            {items.map((item) => (
              <SuspendedRow key={`${item.kind} ${item.id}`} item={item} />
            ))}
          </RowList>
        </Stack>
      }
      confirmLabel={t('enable.confirm')}
      confirming={confirming}
      onConfirm={onConfirm}
    />
  );
}

function SuspendedRow({ item: { kind, name, username, fingerprint, added_at } }: { item: SuspendedItem }) {
  const { t } = useTranslation('users');
  const to =
    kind === 'authenticator_app'
      ? '/users/$username'
      : kind === 'device'
        ? '/users/$username/devices'
        : '/users/$username/keys';
  return (
    <Row
      name={name}
      actions={
        <TextLink to={to} params={{ username }} size="sm" aria-label={t('enable.review_one', { name })}>
          {t('enable.review')}
        </TextLink>
      }
    >
      {fingerprint !== null && <div className={styles.fingerprint}>{fingerprint}</div>}
      <RowFacts>
        <span>{t(`enable.kind.${kind}`)}</span>
        <span>
          {t('enable.added')} <RelativeTime at={added_at} />
        </span>
      </RowFacts>
    </Row>
  );
}
