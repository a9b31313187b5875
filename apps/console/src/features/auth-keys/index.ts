export { AuthKeyList } from './components/auth-key-list.tsx';
export { AddKeyDialog } from './forms/lazy-add-key-dialog.ts';
