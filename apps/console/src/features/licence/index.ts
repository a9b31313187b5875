export { LicencePrompt } from './components/licence-prompt.tsx';
