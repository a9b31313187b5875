import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/i18n.ts';
import type { Namespace } from '../../i18n/resources.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import { type LinkTarget, namespacesOfEntry, type PaletteEntry, type TextKey } from '../../modules/module.ts';
import { useShownEntries } from '../../modules/use-shown-entries.ts';
import { useEssentials } from './settings.queries.ts';

interface SettingItem {
  readonly id: string;
  /** As its field or section is labeled. */
  readonly label: string;
  /** The section or page that it is part of. */
  readonly description: string;
  readonly keywords: readonly string[];
  readonly link: LinkTarget;
}

/** The settings that the pages of the settings show, as far as their texts have loaded. */
export function useSettingItems(): SettingItem[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { paletteEntries, settingsTabs } = useExtensions();
  const essentials = useEssentials();
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(none);
  const all = useMemo(() => {
    const paths = new Set<string>(settingsTabs.map(({ to }) => to));
    return paletteEntries.filter(
      ({ kind, link, flag }) => kind !== 'action' && paths.has(link.to) && (!flag || essentials[flag]),
    );
  }, [paletteEntries, settingsTabs, essentials]);
  const entries = useShownEntries(all);
  useEffect(() => {
    const names = [...new Set(entries.flatMap(namespacesOfEntry))] as Namespace[];
    const update = () => setLoaded(new Set(names.filter((name) => i18n.hasResourceBundle(language, name))));
    update();
    // what is missing cannot be found; the connection bar says why
    loadTexts(...names).then(update, update);
  }, [entries, i18n, language]);
  return useMemo(() => {
    const translate = t as unknown as (key: TextKey) => string;
    const toItem = ({ kind, label, within, help, words, link }: PaletteEntry): SettingItem => ({
      id: `${kind}:${link.to}:${label}`,
      label: translate(label),
      description: within ? translate(within) : '',
      keywords: [...(help ? [translate(help)] : []), ...(words ? translate(words).split(/\s*,\s*/) : [])],
      link,
    });
    return entries.filter((entry) => namespacesOfEntry(entry).every((name) => loaded.has(name))).map(toItem);
  }, [t, entries, loaded]);
}

const none: ReadonlySet<string> = new Set();
