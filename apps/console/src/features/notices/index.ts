export { NoticeBanners } from './components/notice-banners.tsx';
export { noticesQuery } from './notices.queries.ts';
