export { NoticeBanners } from './components/notice-banners.tsx';
