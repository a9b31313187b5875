import type { Notice } from '@gatewarden/contract/notices';
import { useTranslation } from 'react-i18next';
import { formatRelative, instantOf } from '../../../lib/format/instant.ts';
import { useNow } from '../../../lib/use-now.ts';

const states = ['ends_soon', 'grace', 'expired', 'limits_exceeded', 'free_exceeded', 'invalid'] as const;

/** A newer server may know other states. */
const stateOf = ({ details }: Notice) => states.find((state) => state === details['state']) ?? 'invalid';

/** What is the matter with the license, with the time left. */
export function LicenceTitle({ notice }: { readonly notice: Notice }) {
  const { t, i18n } = useTranslation('notices');
  const now = useNow();
  const end = notice.details['expires_at'];
  const when = typeof end === 'string' ? formatRelative(instantOf(end), now, i18n.language) : '';
  return t(`license.${stateOf(notice)}.title`, { when });
}

/** What follows from it, and what does not. */
export function LicenceText({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation('notices');
  return t(`license.${stateOf(notice)}.text`);
}
