import type { ScimToken } from '@gatewarden/contract/scim';
import { Menu } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { instantOf } from '../../../lib/format/instant.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

export type TokenAction = 'rotate' | 'delete';

interface Props {
  token: ScimToken;
  onAction: (action: TokenAction) => void;
}

/** A token with its expiry, its last use and who issued it. */
export function TokenRow({ token, onAction }: Props) {
  const { t } = useTranslation('scim');
  const { name, created_at, last_used_at, previous_expires_at, issued_by } = token;
  return (
    <Row
      name={name}
      badge={<ExpiryBadge token={token} />}
      actions={
        <ActionsMenu label={t('token.menu', { name })}>
          <Menu.Item leftSection={<IconRefresh size="1rem" />} onClick={() => onAction('rotate')}>
            {t('token.rotate')}
          </Menu.Item>
          <Menu.Divider />
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => onAction('delete')}>
            {t('token.delete')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <RowFacts>
        {last_used_at ? (
          <span>
            {t('field.used')} <RelativeTime at={last_used_at} />
          </span>
        ) : (
          <span>{t('token.unused')}</span>
        )}
        <span>
          {t('field.created')} <RelativeTime at={created_at} />
        </span>
        {issued_by !== null && <span>{t('field.by', { name: issued_by })}</span>}
        {previous_expires_at !== null && (
          <span>
            {t('token.overlap')} <RelativeTime at={previous_expires_at} />
          </span>
        )}
      </RowFacts>
    </Row>
  );
}

function ExpiryBadge({ token: { expires_at } }: { token: ScimToken }) {
  const { t } = useTranslation('scim');
  const now = useNow();
  if (expires_at === null) return <StatusBadge tone="warning">{t('token.endless')}</StatusBadge>;
  const isOver = instantOf(expires_at) <= now;
  return (
    <StatusBadge tone={isOver ? 'danger' : 'neutral'}>
      {isOver ? t('token.expired') : t('token.expires')} <RelativeTime at={expires_at} />
    </StatusBadge>
  );
}
