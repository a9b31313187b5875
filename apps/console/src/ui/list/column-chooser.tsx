import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from './use-column-choice.ts';

/** Button with a checkbox for each column that can be shown or hidden. */
export function ColumnChooser<Item>({ choice }: { choice: ColumnChoice<Item> }) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('table.columns')}>
          <IconColumns3 size="1.25rem" aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.columns')}>
        <Stack gap="sm">
          {choice.optional.map(({ id, header, isShown }) => (
            <Checkbox
              key={id}
              label={header}
              checked={isShown}
              onChange={(event) => choice.setShown(id, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
