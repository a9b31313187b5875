import type { ExternalIdentity } from '@gatewarden/contract/identity-providers';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BreakableText } from '../../../ui/breakable-text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Row, RowFacts } from '../../../ui/row-list.tsx';

interface Props {
  identity: ExternalIdentity;
  actions: ReactNode;
}

/** An account at a provider: email address there, and when it was linked and used. */
export function IdentityRow({ identity, actions }: Props) {
  const { t } = useTranslation('identity-providers');
  const { email, linked_at, last_sign_in_at } = identity;
  return (
    <Row name={providerName(identity)} actions={actions}>
      {email && (
        <Text size="sm">
          <BreakableText value={email} />
        </Text>
      )}
      <RowFacts>
        <span>
          {t('linked.since')} <RelativeTime at={linked_at} />
        </span>
        <span>
          {t('linked.used')} {last_sign_in_at ? <RelativeTime at={last_sign_in_at} /> : t('linked.never')}
        </span>
      </RowFacts>
    </Row>
  );
}

/** As on the button of the sign-in page. */
export function providerName({ provider, display_name }: ExternalIdentity): string {
  return display_name ?? provider;
}
