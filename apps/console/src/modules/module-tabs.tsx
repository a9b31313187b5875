import { useTranslation } from 'react-i18next';
import type { Namespace } from '../i18n/resources.ts';
import { PageTabs } from '../ui/page-tabs.tsx';
import type { Tab, TextKey } from './module.ts';

interface Props {
  /** What they are the parts of: the location's name. */
  label: string;
  tabs: readonly Tab[];
  params?: Record<string, string>;
}

/** Tabs that several features put on one page. Loads the texts of those whose labels it shows. */
export function ModuleTabs({ label, tabs, params = {} }: Props) {
  const { t } = useTranslation<['common', ...Namespace[]]>(['common', ...namespacesOf(tabs)]);
  return <PageTabs label={label} tabs={tabs.map((tab) => ({ to: tab.to, label: t(tab.label), params }))} />;
}

function namespacesOf(tabs: readonly Tab[]): Namespace[] {
  return [...new Set(tabs.map(({ label }) => namespaceOf(label)))];
}

function namespaceOf(key: TextKey): Namespace {
  return (key.includes(':') ? key.split(':', 1)[0] : 'common') as Namespace;
}
