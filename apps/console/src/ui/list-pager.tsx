import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Number of items on all pages. */
  total: number;
  onPage: (page: number) => void;
}

/** Pages of a list that the server divides; nothing if there is one page. */
export function ListPager({ page, pageSize, total, onPage }: Props) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  const steps = [
    { label: t('pager.previous'), icon: IconChevronLeft, to: Math.min(page - 1, pages), isEnabled: page > 1 },
    { label: t('pager.next'), icon: IconChevronRight, to: page + 1, isEnabled: page < pages },
  ];
  return (
    <Group component="nav" aria-label={t('pager.label')} gap="sm" mt="md" justify="flex-end">
      <Text component="span" c="dimmed" mie="auto">
        {t('pager.of', { page, pages })}
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
