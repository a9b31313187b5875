import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Pager } from './pager.tsx';

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
  return <Pager label={t('pager.label')} text={t('pager.of', { page, pages })} steps={steps} onPage={onPage} />;
}
