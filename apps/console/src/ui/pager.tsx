import { ActionIcon, Group, Text } from '@mantine/core';
import type { IconChevronLeft } from '@tabler/icons-react';

interface Step {
  /** Accessible name: "Next page". */
  readonly label: string;
  readonly icon: typeof IconChevronLeft;
  /** Page, from 1. */
  readonly to: number;
  readonly isEnabled: boolean;
}

interface Props {
  /** Accessible name: "Pages". */
  label: string;
  /** "Page 2 of 5". */
  text: string;
  steps: readonly Step[];
  onPage: (page: number) => void;
}

/** Buttons that lead to other pages of a list. */
export function Pager({ label: name, text, steps, onPage }: Props) {
  return (
    <Group component="nav" aria-label={name} gap="sm" mt="md" justify="flex-end">
      <Text component="span" c="dimmed" mie="auto">
        {text}
      </Text>
      {steps.map(({ label, icon: Icon, to, isEnabled }) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={label}
          // not `disabled`: the button that was pressed would lose the focus on the first and the last page
          aria-disabled={!isEnabled}
          {...(!isEnabled && { 'data-disabled': true })}
          onClick={() => isEnabled && onPage(to)}
        >
          <Icon size="1.25rem" />
        </ActionIcon>
      ))}
    </Group>
  );
}
