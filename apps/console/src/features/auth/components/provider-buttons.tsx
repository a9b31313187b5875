import { Button } from '@mantine/core';
import { IconBrandGoogle, IconBrandWindows, IconLogin2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { providerLabel } from '../provider-label.ts';
import { signInProvidersQuery, useStartSignIn } from '../providers.queries.ts';
import { storeRequestedPage } from '../requested-page.ts';
import type { SignInSearch } from '../sign-in-search.ts';

const icons = { google: IconBrandGoogle, microsoft: IconBrandWindows } as const;

/** A button for each OpenID provider; nothing while they load and if they cannot be loaded. */
export function ProviderButtons({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('auth');
  const { data: providers = [] } = useQuery(signInProvidersQuery());
  const start = useStartSignIn();
  return (
    <>
      {start.isError && <Callout tone="danger">{failureText(start.error)}</Callout>}
      {providers.map((provider) => {
        const Icon = provider.kind in icons ? icons[provider.kind as keyof typeof icons] : IconLogin2;
        return (
          <Button
            key={provider.name}
            variant="default"
            fullWidth
            leftSection={<Icon size="1rem" aria-hidden />}
            // also while the browser loads the page of the provider
            loading={(start.isPending || start.isSuccess) && start.variables === provider.name}
            onClick={() => {
              storeRequestedPage(search);
              start.mutate(provider.name);
            }}
          >
            {providerLabel(provider, t)}
          </Button>
        );
      })}
    </>
  );
}
