export { Licence } from './components/licence.tsx';
export { LicencePrompt } from './components/licence-prompt.tsx';
