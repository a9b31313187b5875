export { LiveProvider, useIsLive } from './live.tsx';
