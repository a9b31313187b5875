import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProviderButtons as Buttons } from '../../../ui/provider-buttons.tsx';
import { providerLabel } from '../provider-label.ts';
import { signInProvidersQuery, useStartSignIn } from '../providers.queries.ts';
import { storeRequestedPage } from '../requested-page.ts';
import type { SignInSearch } from '../sign-in-search.ts';

/** A button for each OpenID provider; nothing while they load and if they cannot be loaded. */
export function ProviderButtons({ search }: { search: SignInSearch }) {
  const { t } = useTranslation('auth');
  const { data: providers = [] } = useQuery(signInProvidersQuery());
  const start = useStartSignIn();
  return (
    <Buttons
      providers={providers}
      labelOf={(provider) => providerLabel(provider, t)}
      start={start}
      onStart={(name) => {
        storeRequestedPage(search);
        start.mutate(name);
      }}
    />
  );
}
