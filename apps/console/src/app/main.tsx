import '../ui/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../i18n/i18n.ts';
import { tellFaults } from '../lib/fault.ts';
import { applyTheme } from '../ui/theme/apply-theme.ts';
import { createConsole } from './create-console.tsx';

applyTheme(document);
tellFaults();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
await startI18n();
createRoot(root).render(<StrictMode>{createConsole().element}</StrictMode>);
