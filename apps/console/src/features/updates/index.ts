export { OutdatedNotice } from './components/outdated-notice.tsx';
export { UpdatePrompt } from './components/update-prompt.tsx';
