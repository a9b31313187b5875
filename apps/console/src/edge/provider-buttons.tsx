import { Button, Stack } from '@mantine/core';
import { IconBrandGoogle, IconBrandWindows, IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../lib/failure-text.ts';
import { Callout } from '../ui/callout.tsx';
import { type Edge, useEdge } from './edge-context.ts';
import { useStartOpenid } from './openid.queries.ts';

const icons = { google: IconBrandGoogle, microsoft: IconBrandWindows } as const;
const names = { google: 'Google', microsoft: 'Microsoft' } as const;
const hasIcon = (kind: string): kind is keyof typeof icons => kind in icons;

/** A button for each OpenID provider at which people sign in for a token. */
export function ProviderButtons() {
  const { t } = useTranslation('edge');
  const { openid_providers } = useEdge();
  const start = useStartOpenid();
  const labelOf = ({ kind, name, display_name }: Edge['openid_providers'][number]) =>
    hasIcon(kind) ? t('openid.with', { name: names[kind] }) : (display_name ?? t('openid.with', { name }));
  if (openid_providers.length === 0) return null;
  return (
    <Stack gap="sm">
      {start.isError && <Callout tone="danger">{failureText(start.error)}</Callout>}
      {openid_providers.map((provider) => {
        const Icon = hasIcon(provider.kind) ? icons[provider.kind] : IconLogin2;
        return (
          <Button
            key={provider.name}
            variant="default"
            fullWidth
            leftSection={<Icon size="1rem" aria-hidden />}
            // also while the browser loads the page of the provider
            loading={(start.isPending || start.isSuccess) && start.variables === provider.name}
            onClick={() => start.mutate(provider.name)}
          >
            {labelOf(provider)}
          </Button>
        );
      })}
    </Stack>
  );
}
