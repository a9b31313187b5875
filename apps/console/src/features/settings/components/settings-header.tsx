import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { useExtensions } from '../../../modules/extensions.tsx';
import { ModuleTabs, useTabNames } from '../../../modules/module-tabs.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { clearDrafts, useDrafts } from '../drafts.ts';
import { SettingsSearch } from './settings-search.tsx';

/** Header of all settings pages. Their forms retain changes until the settings are left. */
export function SettingsHeader() {
  const { t } = useTranslation('settings');
  const { settingsTabs } = useExtensions();
  const drafts = useDrafts();
  const locale = useLocale();
  const nameOf = useTabNames(settingsTabs);
  const unsaved = settingsTabs.filter(({ to }) => drafts.has(to)).map(nameOf);
  return (
    <>
      <PageHeader title={t('title')} actions={<SettingsSearch />} />
      <ModuleTabs label={t('title')} tabs={settingsTabs} unsaved={drafts} />
      <LeaveGuard
        active={drafts.size > 0}
        text={t('leave_text', { tabs: new Intl.ListFormat(locale).format(unsaved) })}
        isWithin={(path) => settingsTabs.some(({ to }) => to === path)}
        onLeave={clearDrafts}
      />
    </>
  );
}
