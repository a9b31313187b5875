export { DeviceList } from './components/device-list.tsx';
