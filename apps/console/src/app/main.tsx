import '../ui/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../i18n/i18n.ts';
import { applyTheme } from '../ui/theme/apply-theme.ts';
import { askAhead } from './ask-ahead.ts';
import { createConsole } from './create-console.tsx';

applyTheme(document);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
const { element, queryClient } = createConsole();
askAhead(queryClient, window.location.pathname);
await startI18n();
createRoot(root).render(<StrictMode>{element}</StrictMode>);
