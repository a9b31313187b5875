import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ActivityPage } from '../activity-log.queries.ts';

interface Props {
  page: number;
  pagination: ActivityPage['pagination'];
  onPage: (page: number) => void;
}

/** Pagination. The last page is unknown while the total is an estimate. */
export function Pager({ page, pagination, onPage }: Props) {
  const { t } = useTranslation('activity-log');
  const { total_pages, next_page, is_estimate } = pagination;
  if (page === 1 && next_page === null) return null;
  const steps = [
    { label: t('page.first'), icon: IconChevronsLeft, to: 1, isEnabled: page > 1 },
    { label: t('page.previous'), icon: IconChevronLeft, to: page - 1, isEnabled: page > 1 },
    { label: t('page.next'), icon: IconChevronRight, to: page + 1, isEnabled: next_page !== null },
    { label: t('page.last'), icon: IconChevronsRight, to: total_pages, isEnabled: !is_estimate && next_page !== null },
  ];
  return (
    <Group component="nav" aria-label={t('page.label')} gap="sm" mt="md" justify="flex-end">
      <Text component="span" c="dimmed" mie="auto">
        {t(is_estimate ? 'page.about' : 'page.of', { page, pages: Math.max(page, total_pages) })}
      </Text>
      {steps.map(({ label, icon: Icon, to, isEnabled }) => (
        <ActionIcon
          key={label}
          variant="default"
          size="lg"
          aria-label={label}
          disabled={!isEnabled}
          onClick={() => onPage(to)}
        >
          <Icon size="1.25rem" />
        </ActionIcon>
      ))}
    </Group>
  );
}
