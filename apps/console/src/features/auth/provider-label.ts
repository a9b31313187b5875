import type { SignInProvider } from '@gatewarden/contract/identity-providers';
import type { TFunction } from 'i18next';

/** The text of a button that leads to the provider. */
export function providerLabel({ kind, name, display_name }: SignInProvider, t: TFunction<'auth'>): string {
  if (kind === 'google') return t('provider.with', { name: 'Google' });
  if (kind === 'microsoft') return t('provider.with', { name: 'Microsoft' });
  return display_name ?? t('provider.with', { name });
}
