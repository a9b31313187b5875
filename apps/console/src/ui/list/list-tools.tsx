import { ActionIcon, Indicator } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../lib/lazy.tsx';
import { screens } from '../theme/screen-sizes.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterChip } from './filter-chip.tsx';
import styles from './list-tools.module.css';
import type { ListToolsProps } from './list-tools-props.ts';

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }));

/** Search, filters and columns above a list; on a phone filters and sorting are in a sheet. */
export function ListTools<Item>(props: ListToolsProps<Item>) {
  const { search, filters = [], clear, choice } = props;
  const onPhone = useMediaQuery(screens.phone, false, { getInitialValueInEffect: false });
  return (
    <search className={styles.tools}>
      {search}
      {onPhone ? (
        <SheetButton {...props} />
      ) : (
        <>
          {filters.map((filter) => (
            <FilterChip key={filter.label} {...filter} />
          ))}
          {clear}
          <div className={styles.end}>
            <ColumnChooser choice={choice} />
          </div>
        </>
      )}
    </search>
  );
}

function SheetButton<Item>(props: ListToolsProps<Item>) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const number = (props.filters ?? []).filter(({ value }) => value !== undefined).length;
  return (
    <>
      <Indicator disabled={number === 0} label={number} size="1rem">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={number > 0 ? t('filters.active', { number }) : t('filters.sheet')}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => {
            setUsed(true);
            setOpened(true);
          }}
        >
          <IconAdjustmentsHorizontal size="1.25rem" aria-hidden />
        </ActionIcon>
      </Indicator>
      {used && (
        <Suspense>
          <FilterSheet {...(props as ListToolsProps<unknown>)} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
