import { useTranslation } from 'react-i18next';
import type { Namespace } from '../i18n/resources.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Tab, TextKey } from './module.ts';

interface Props {
  /** Accessible name: the object that the tabs belong to. */
  label: string;
  tabs: readonly Tab[];
  params?: Record<string, string>;
}

/** Tabs that several features add to one page. */
export function ModuleTabs({ label, tabs, params = {} }: Props) {
  const nameOf = useTabNames(tabs);
  return (
    <PageTabs
      label={label}
      tabs={tabs.map((tab) => ({
        to: tab.to,
        label: nameOf(tab),
        params,
      }))}
    />
  );
}

/** Returns the function that translates the label of a tab, which can be in the texts of any feature. */
export function useTabNames(tabs: readonly Tab[]): (tab: Tab) => string {
  const { t } = useTranslation<['common', ...Namespace[]]>(['common', ...namespacesOf(tabs)]);
  return ({ label }) => t(label);
}

function namespacesOf(tabs: readonly Tab[]): Namespace[] {
  return [...new Set(tabs.map(({ label }) => namespaceOf(label)))];
}

function namespaceOf(key: TextKey): Namespace {
  return (key.includes(':') ? key.split(':', 1)[0] : 'common') as Namespace;
}
