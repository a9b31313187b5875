import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import { useTabNames } from '../../../modules/module-tabs.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SettingsPages } from '../components/settings-pages.tsx';
import { SettingsSearch } from '../components/settings-search.tsx';
import { clearDrafts, useDrafts } from '../drafts.ts';
import styles from './settings-frame.module.css';

/** Header and list of the pages of the settings. Their forms retain changes until the settings are left. */
export function SettingsFrame() {
  const { t } = useTranslation('settings');
  const { settingsTabs } = useExtensions();
  const drafts = useDrafts();
  const locale = useLocale();
  const nameOf = useTabNames(settingsTabs);
  const unsaved = settingsTabs.filter(({ to }) => drafts.has(to)).map(nameOf);
  return (
    <>
      <PageHeader title={t('title')} actions={<SettingsSearch />} />
      <div className={styles.columns}>
        <SettingsPages unsaved={drafts} />
        <div>
          <Outlet />
        </div>
      </div>
      <LeaveGuard
        active={drafts.size > 0}
        text={t('leave_text', { tabs: new Intl.ListFormat(locale).format(unsaved) })}
        isWithin={(path) => settingsTabs.some(({ to }) => to === path)}
        onLeave={clearDrafts}
      />
    </>
  );
}
