export { RunMessage } from './components/run-message.tsx';
export { RunState } from './components/run-state.tsx';
