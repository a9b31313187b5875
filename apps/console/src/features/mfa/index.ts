export { ProofProvider } from './components/proof-provider.tsx';
export { SecondFactors } from './components/second-factors.tsx';
