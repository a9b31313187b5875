import type { Notice } from '@gatewarden/contract/notices';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';

/** Data loss as far as core knows it, and its effect. */
export function RestoredText({ notice: { details } }: { readonly notice: Notice }) {
  const { t } = useTranslation('notices');
  const locale = useLocale();
  const { entries, from, until } = details;
  const format = (naive: string) => formatInstant(instantOf(naive), locale);
  const lost = () => {
    if (typeof from !== 'string') return t('restored.lost_unknown');
    if (typeof until !== 'string' || typeof entries !== 'number')
      return t('restored.lost_after', { from: format(from) });
    return t('restored.lost_between', { count: entries, from: format(from), until: format(until) });
  };
  const effect = typeof from === 'string' ? t('restored.text_since', { from: format(from) }) : t('restored.text');
  return `${lost()} ${effect}`;
}
