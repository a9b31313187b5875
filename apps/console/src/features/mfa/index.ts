export { SecondFactors } from './components/second-factors.tsx';
