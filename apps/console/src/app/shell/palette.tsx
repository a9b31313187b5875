import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaletteItem, useOfferedItems } from '../../ui/palette/palette-items.tsx';
import { usePageItems } from './use-page-items.tsx';

/** As many as can be looked through; typing narrows ten thousand people to the one. */
const shownItems = 12;

/** The command palette: every page, what the screens offer, and what can always be done. */
export function Palette() {
  const { t } = useTranslation();
  const pages = usePageItems();
  const offered = useOfferedItems();
  const actions = useMemo(() => grouped([...offered, ...pages]), [offered, pages]);
  return (
    <Spotlight
      actions={actions}
      limit={shownItems}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      scrollable
      centered={false}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      lockScroll={false}
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <IconSearch size="1.25rem" aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}

function grouped(items: readonly PaletteItem[]): SpotlightActionGroupData[] {
  const groups = Map.groupBy(items, ({ group }) => group);
  return [...groups].map(([group, members]) => ({
    group,
    actions: members.map(({ id, label, description, keywords, icon, run }) => ({
      id,
      label,
      ...(description && { description }),
      ...(keywords && { keywords }),
      leftSection: icon,
      onClick: run,
    })),
  }));
}
