import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../../ui/pager.tsx';
import type { ActivityPage } from '../activity-log.queries.ts';

interface Props {
  page: number;
  pagination: ActivityPage['pagination'];
  onPage: (page: number) => void;
}

/** Pagination. The last page is unknown while the total is an estimate. */
export function LogPager({ page, pagination, onPage }: Props) {
  const { t } = useTranslation('activity-log');
  const { current_page, total_pages, next_page, is_estimate } = pagination;
  if (page === 1 && current_page === 1 && next_page === null) return null;
  // while another page is loading, `pagination` is of the one that is shown
  const hasNext = current_page === page ? next_page !== null : page < total_pages;
  const steps = [
    { label: t('page.first'), icon: IconChevronsLeft, to: 1, isEnabled: page > 1 },
    { label: t('page.previous'), icon: IconChevronLeft, to: page - 1, isEnabled: page > 1 },
    { label: t('page.next'), icon: IconChevronRight, to: page + 1, isEnabled: hasNext },
    { label: t('page.last'), icon: IconChevronsRight, to: total_pages, isEnabled: !is_estimate && hasNext },
  ];
  const text = t(is_estimate ? 'page.about' : 'page.of', { page, pages: Math.max(page, total_pages) });
  return <Pager label={t('page.label')} text={text} steps={steps} onPage={onPage} />;
}
