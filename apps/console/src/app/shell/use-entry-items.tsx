import { IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/auth/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import type { Namespace } from '../../i18n/resources.ts';
import { revealText } from '../../lib/reveal-text.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import { namespacesOfEntry, type PaletteEntry, type TextKey } from '../../modules/module.ts';
import { useShownEntries } from '../../modules/use-shown-entries.ts';
import type { PaletteItem } from '../../ui/palette/palette-items.tsx';
import { navigationOf } from './navigation.ts';

const profile: PaletteEntry = {
  kind: 'page',
  label: 'shell.profile',
  words: 'search:words.profile',
  icon: IconUser,
  link: { to: '/me' },
  access: 'user',
};

const groups = {
  page: 'search:group.pages',
  setting: 'search:group.settings',
  action: 'table.actions',
} as const;

/** Pages, settings and actions that the user can open, as palette items; more of them once their texts have loaded. */
export function useEntryItems(): { items: PaletteItem[]; create: PaletteItem[] } {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const entries = useShownEntries(useEntries());
  const namespaces = useTextsOf(entries);
  return useMemo(() => {
    const translate = t as unknown as (key: TextKey | undefined) => string;
    const available = entries.filter((entry) => namespacesOfEntry(entry).every((name) => namespaces.has(name)));
    const toItem = (entry: PaletteEntry): PaletteItem => {
      const { kind, label, within, help, words, icon: Icon, link } = entry;
      const text = translate(withNamespace(label));
      return {
        id: idOf(entry),
        label: text,
        ...(within && { description: translate(withNamespace(within)) }),
        keywords: [
          ...(help ? [translate(withNamespace(help))] : []),
          ...(words ? translate(words).split(/\s*,\s*/) : []),
        ],
        group: translate(withNamespace(groups[kind])),
        isAction: kind === 'action',
        icon: <Icon size="1.25rem" />,
        run: () => {
          void navigate(link as never);
          if (kind === 'setting') revealText(text);
        },
      };
    };
    return {
      items: available.map(toItem),
      create: available.filter(({ createsOn }) => createsOn !== undefined).map(toItem),
    };
  }, [t, namespaces, entries, navigate]);
}

const withNamespace = (key: TextKey) => (key.includes(':') ? key : `common:${key}`) as TextKey;

const idOf = ({ kind, label, link }: PaletteEntry) => `${kind}:${link.to}:${label}`;

/** Of the navigation and of all features. */
export function useEntries(): PaletteEntry[] {
  const { is_admin } = useMe();
  const essentials = useEssentials();
  const { navigation, paletteEntries } = useExtensions();
  return useMemo(() => {
    const pages = navigationOf(navigation, essentials)
      .flatMap(({ entries }) => entries)
      .map(
        ({ to, label, icon, words }): PaletteEntry => ({
          kind: 'page',
          label,
          icon,
          link: { to },
          access: 'admin',
          ...(words && { words }),
        }),
      );
    return [...pages, profile, ...paletteEntries].filter(
      ({ access, flag }) => (is_admin || access === 'user') && (!flag || essentials[flag]),
    );
  }, [is_admin, essentials, navigation, paletteEntries]);
}

/** Loads the texts of the entries; the namespaces that have loaded. */
function useTextsOf(entries: readonly PaletteEntry[]): ReadonlySet<string> {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(none);
  useEffect(() => {
    const names = [...new Set(entries.flatMap(namespacesOfEntry))] as Namespace[];
    const update = () => setLoaded(new Set(names.filter((name) => i18n.hasResourceBundle(language, name))));
    update();
    // what is missing cannot be found; the connection bar says why
    loadTexts(...names).then(update, update);
  }, [entries, i18n, language]);
  return loaded;
}

const none: ReadonlySet<string> = new Set();
