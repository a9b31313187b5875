export { ProvisionDialog } from './components/lazy-provision-dialog.ts';
export { YubikeyList } from './components/yubikey-list.tsx';
