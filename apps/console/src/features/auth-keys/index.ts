export { AuthKeyList } from './components/auth-key-list.tsx';
