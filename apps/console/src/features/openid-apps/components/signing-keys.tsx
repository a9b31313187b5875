import type { OpenidIssuer } from '@gatewarden/contract/openid-apps';
import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts, RowList } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

type SigningKey = OpenidIssuer['keys'][number];
const tones = { next: 'info', current: 'success', former: 'neutral' } as const;

/** Signing keys with their states and dates. */
export function SigningKeys({ keys }: { keys: readonly SigningKey[] }) {
  const { t } = useTranslation('openid-apps');
  return (
    <RowList label={t('provider.keys')}>
      {keys.map(({ kid, algorithm, state, created_at: createdAt, ends_at: endsAt }) => (
        <Row
          key={kid}
          name={algorithm}
          badge={<StatusBadge tone={tones[state]}>{t(`provider.key_state.${state}`)}</StatusBadge>}
        >
          <RowFacts>
            <Code>{kid}</Code>
            <span>
              {t('provider.created')} <RelativeTime at={createdAt} />
            </span>
            {endsAt !== null && (
              <span>
                {t(state === 'former' ? 'provider.removed' : 'provider.signs_until')} <RelativeTime at={endsAt} />
              </span>
            )}
          </RowFacts>
        </Row>
      ))}
    </RowList>
  );
}
