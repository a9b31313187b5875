import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/failure-text.ts';
import { Callout } from '../../../ui/callout.tsx';
import { KeyError } from '../browser-key.ts';

/** Why a key operation failed. What ended in the browser, such as a prompt that was closed, is only a warning. */
export function KeyFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('auth');
  if (error instanceof KeyError) return <Callout tone="warning">{t(`key_fault.${error.fault}`)}</Callout>;
  return <Callout tone="danger">{failureText(error)}</Callout>;
}
