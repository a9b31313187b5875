import { TokensForm } from '../forms/tokens-form.tsx';
import { useApp } from '../use-app.ts';

/** Content and lifetimes of the tokens of an application. */
export function AppTokensScreen() {
  const app = useApp();
  return app && <TokensForm key={app.client_id} app={app} />;
}
