import type { Provider } from 'oidc-provider';

/**
 * Whether the code may still be sent where the request asks. The application may have changed since: the library checks the
 * address only at the beginning of a request.
 */
export async function isRedirectAllowed(
  provider: Provider,
  { client_id: clientId, redirect_uri: uri }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  // the connection of a device has none
  if (uri === undefined) return true;
  return (await provider.Client.find(String(clientId)))?.redirectUriAllowed(String(uri)) ?? false;
}
