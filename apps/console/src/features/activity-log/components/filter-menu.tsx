import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import type { FilterProps } from './filter-props.ts';

const load = () => import('./filter-fields.tsx');
// selects are a large part of the page
const FilterFields = lazy(async () => ({ default: (await load()).FilterFields }));

/** Filters by user, event and location, and the order. Each choice applies immediately. */
export function FilterMenu(props: FilterProps) {
  const { t } = useTranslation('activity-log');
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const toggle = () => {
    setUsed(true);
    setOpened((was) => !was);
  };
  // a failure shows when it is opened
  const prepare = () => void load().catch(() => undefined);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size="1rem" aria-hidden />}
          onClick={toggle}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {t('filter.action')}
        </Button>
      </Popover.Target>
      {used && (
        <Suspense>
          <FilterFields {...props} onDone={() => setOpened(false)} />
        </Suspense>
      )}
    </Popover>
  );
}
