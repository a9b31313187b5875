export { SourceLink } from './components/source-link.tsx';
export { useSourceName } from './use-source-name.ts';
