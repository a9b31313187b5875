import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import { type SettingsTab, settingsGroups } from '../../../modules/module.ts';
import { useTabNames } from '../../../modules/module-tabs.tsx';
import { screens } from '../../../ui/theme/screen-sizes.ts';
import styles from './settings-pages.module.css';

interface Props {
  /** Paths of pages with unsaved changes. */
  unsaved: ReadonlyMap<string, unknown>;
}

/** The pages of the settings by group: a list beside the page, on small screens a choice above it. */
export function SettingsPages({ unsaved }: Props) {
  const { t } = useTranslation('settings');
  const { settingsTabs } = useExtensions();
  const nameOf = useTabNames(settingsTabs);
  const isNarrow = useMediaQuery(screens.belowDesktop, false, { getInitialValueInEffect: false });
  const groups = settingsGroups.map((group) => ({
    group,
    name: t(`group.${group}`),
    pages: settingsTabs
      .filter((tab) => tab.group === group)
      .map(({ to, label }) => ({ to, name: nameOf({ to, label }), isUnsaved: unsaved.has(to) })),
  }));
  return isNarrow ? <PageChoice groups={groups} /> : <PageList groups={groups} />;
}

interface Page {
  readonly to: SettingsTab['to'];
  readonly name: string;
  readonly isUnsaved: boolean;
}

interface GroupsProps {
  groups: readonly { readonly group: string; readonly name: string; readonly pages: readonly Page[] }[];
}

function PageList({ groups }: GroupsProps) {
  const { t } = useTranslation('settings');
  return (
    <nav aria-label={t('title')} className={styles.list}>
      {groups.map(({ group, name, pages }) => (
        <section key={group}>
          <p className={styles.heading} id={`settings-${group}`}>
            {name}
          </p>
          <ul className={styles.pages} aria-labelledby={`settings-${group}`}>
            {pages.map((page) => (
              <li key={page.to}>
                <PageLink {...page} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function PageLink({ to, name, isUnsaved }: Page) {
  const { t } = useTranslation();
  return (
    <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={styles.page}>
      {name}
      {isUnsaved && <span className={styles.unsaved} role="img" aria-label={t('form.unsaved')} />}
    </Link>
  );
}

function PageChoice({ groups }: GroupsProps) {
  const { t } = useTranslation(['settings', 'common']);
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <NativeSelect
      mb="lg"
      label={t('page')}
      value={path}
      data={groups.map(({ name, pages }) => ({
        group: name,
        items: pages.map((page) => ({
          value: page.to,
          label: page.isUnsaved ? `${page.name} (${t('common:form.unsaved')})` : page.name,
        })),
      }))}
      onChange={(event) => void navigate({ to: event.currentTarget.value })}
    />
  );
}
