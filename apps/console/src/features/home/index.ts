export { SetupProgress } from './components/setup-progress.tsx';
export { homeQuery } from './home.queries.ts';
