import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { noticesQuery } from '../notices.queries.ts';

// Most instances never show a notice, so code and texts are loaded with the first one.
const NoticeList = lazy(async () => {
  const [{ NoticeList }] = await Promise.all([import('./notice-list.tsx'), loadTexts('notices')]);
  return { default: NoticeList };
});

/** Conditions of the instance that administrators must know about, above every page. */
export function NoticeBanners() {
  const { data: notices = [] } = useQuery(noticesQuery());
  return notices.length > 0 ? (
    <Suspense>
      <NoticeList notices={notices} />
    </Suspense>
  ) : null;
}
