export { ApiTokenList } from './components/api-token-list.tsx';
