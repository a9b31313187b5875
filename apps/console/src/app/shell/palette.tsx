import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/auth/index.ts';
import { useExtensions } from '../../modules/extensions.tsx';
import { type PaletteItem, useRegisteredItems } from '../../ui/palette/palette-items.tsx';
import { paletteStore } from './open-palette.ts';
import styles from './palette.module.css';
import { useCommandItems } from './use-command-items.tsx';
import { usePageItems } from './use-page-items.tsx';

/** Few enough to scan; typing narrows ten thousand users down to one. */
const shownItems = 12;

/** The command palette: actions of the screen, all pages, commands, and for administrators all objects by name. */
export function Palette({ opened }: { opened: boolean }) {
  const { t } = useTranslation();
  const { is_admin } = useMe();
  const { palettes } = useExtensions();
  const pages = usePageItems();
  const registered = useRegisteredItems();
  const commands = useCommandItems();
  const actions = useMemo(() => grouped([...pages, ...registered, ...commands]), [registered, pages, commands]);
  return (
    <>
      {opened && is_admin && (
        <Suspense>
          {palettes.map((FeaturePalette, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <FeaturePalette key={index} />
          ))}
        </Suspense>
      )}
      <Spotlight
        store={paletteStore}
        actions={actions}
        limit={shownItems}
        shortcut={null}
        scrollable
        centered={false}
        overlayProps={{ blur: 0 }}
        attributes={{ content: { 'aria-label': t('shell.search') } }}
        lockScroll={false}
        classNames={{
          action: styles.action,
          actionsGroup: styles.group,
          actionDescription: styles.description,
          actionSection: styles.section,
        }}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
        nothingFound={t('palette.nothing')}
        searchProps={{
          leftSection: <IconSearch size="1.25rem" aria-hidden />,
          placeholder: t('palette.placeholder'),
          'aria-label': t('palette.placeholder'),
        }}
      />
    </>
  );
}

/** Removes duplicates: screens may register items that the palette already has. */
function grouped(items: readonly PaletteItem[]): SpotlightActionGroupData[] {
  const unique = new Map(items.map((item) => [item.id, item]));
  const groups = Map.groupBy(unique.values(), ({ group }) => group);
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
