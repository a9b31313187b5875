import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../modules/extensions.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { HeaderSkeleton, ListSkeleton, TextSkeleton } from '../../ui/skeletons.tsx';

/** Shown while the code and texts of a page load. The title of a page in the navigation is known already. */
export function PagePending() {
  const { t } = useTranslation();
  const { navigation } = useExtensions();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const entry = navigation.find(({ to }) => to === path);
  return (
    <>
      {entry ? <PageHeader title={t(entry.label)} state={<TextSkeleton />} /> : <HeaderSkeleton />}
      <ListSkeleton />
    </>
  );
}
