import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProviderButtons as Buttons } from '../ui/provider-buttons.tsx';
import { type Edge, useEdge } from './edge-context.ts';
import { useStartOpenid } from './openid.queries.ts';

const names = { google: 'Google', microsoft: 'Microsoft' } as const;
const hasName = (kind: string): kind is keyof typeof names => kind in names;

/** A button for each OpenID provider at which people sign in for a token. */
export function ProviderButtons() {
  const { t } = useTranslation('edge');
  const { openid_providers } = useEdge();
  const start = useStartOpenid();
  const labelOf = ({ kind, name, display_name }: Edge['openid_providers'][number]) =>
    hasName(kind) ? t('openid.with', { name: names[kind] }) : (display_name ?? t('openid.with', { name }));
  if (openid_providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Buttons providers={openid_providers} labelOf={labelOf} start={start} onStart={(name) => start.mutate(name)} />
    </Stack>
  );
}
