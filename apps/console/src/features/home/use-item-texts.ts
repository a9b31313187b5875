import { useTranslation } from 'react-i18next';
import type { Namespace } from '../../i18n/resources.ts';
import type { TextKey } from '../../modules/module.ts';

/** Translates keys of any feature. Suspends until the texts of these keys have loaded. */
export function useItemTexts(keys: readonly TextKey[]) {
  const namespaces = [...new Set(keys.map((key) => key.split(':', 1)[0] as Namespace))];
  const { t } = useTranslation<['common', ...Namespace[]]>(['common', ...namespaces]);
  return (key: TextKey, values: Readonly<Record<string, string | number | boolean>> = {}): string =>
    t(key, { ...values, replace: values }) as string;
}
