import { useTranslation } from 'react-i18next';
import type { Namespace } from '../i18n/resources.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Tab, TextKey } from './module.ts';

interface Props {
  /** Accessible name: the object that the tabs belong to. */
  label: string;
  tabs: readonly Tab[];
  params?: Record<string, string>;
  /** Paths of tabs with unsaved changes. */
  unsaved?: ReadonlyMap<string, unknown>;
}

/** Tabs that several features add to one page. */
export function ModuleTabs({ label, tabs, params = {}, unsaved }: Props) {
  const { t } = useTranslation<['common', ...Namespace[]]>(['common', ...namespacesOf(tabs)]);
  return (
    <PageTabs
      label={label}
      tabs={tabs.map(({ to, label: name }) => ({
        to,
        label: t(name),
        params,
        isUnsaved: unsaved?.has(to) === true,
      }))}
    />
  );
}

function namespacesOf(tabs: readonly Tab[]): Namespace[] {
  return [...new Set(tabs.map(({ label }) => namespaceOf(label)))];
}

function namespaceOf(key: TextKey): Namespace {
  return (key.includes(':') ? key.split(':', 1)[0] : 'common') as Namespace;
}
