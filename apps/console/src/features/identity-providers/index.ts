export { LinkedSignIns } from './components/linked-sign-ins.tsx';
