export { LinkedSignIns } from './components/linked-sign-ins.tsx';
export { providersQuery } from './identity-providers.queries.ts';
