import { ActionIcon, Button, Group, Kbd, SegmentedControl } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ClearFiltersButton } from '../../../ui/clear-filters-button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

const variants = {
  primary: {},
  secondary: { variant: 'default' },
  subtle: { variant: 'subtle' },
  danger: { color: 'red' },
} as const;

/** Buttons in each variant and state. */
export function Buttons() {
  const [choice, setChoice] = useState('all');
  return (
    <>
      {Object.entries(variants).map(([name, variant]) => (
        <Group key={name} gap="sm">
          <Button {...variant}>Add device</Button>
          <Button {...variant} leftSection={<IconPlus size="1rem" />}>
            With icon
          </Button>
          <Button {...variant} loading>
            Saving
          </Button>
          <Button {...variant} disabled>
            Disabled
          </Button>
          <Button {...variant} size="compact-sm">
            Compact
          </Button>
        </Group>
      ))}
      <Group gap="sm">
        <ActionIcon variant="default" size="lg" aria-label="Delete">
          <IconTrash size="1.25rem" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Remove">
          <IconTrash size="1.25rem" />
        </ActionIcon>
        <CopyButton value="10.20.0.5" what="Address" />
        <CopyButton value="10.20.0.5" what="Address" withLabel />
        <ClearFiltersButton onClick={() => undefined} />
        <Kbd size="xs">Ctrl K</Kbd>
        <SegmentedControl
          aria-label="Show"
          value={choice}
          onChange={setChoice}
          data={[
            { value: 'all', label: 'All' },
            { value: 'admins', label: 'Admins' },
            { value: 'users', label: 'Users' },
          ]}
        />
      </Group>
    </>
  );
}
