import '../ui/theme/styles.ts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { addTextFiles, startI18n } from '../i18n/i18n.ts';
import { showStartFailure } from '../i18n/start-texts.ts';
import { watchStyles } from '../lib/failed-styles.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { applyTheme } from '../ui/theme/apply-theme.ts';
import { EdgeApp } from './edge-app.tsx';
import { takeContinuationOfAddress } from './kept-in-tab.ts';

addTextFiles(import.meta.glob('./texts/{en,ko,pl}.json'), 'edge');
addTextFiles(import.meta.glob('../features/{auth,devices,mfa}/texts/{en,ko,pl}.json'));
applyTheme(document);
watchStyles();
takeContinuationOfAddress();

/** Between attempts to load the texts. */
const startMilliseconds = 2_000;

const element = document.getElementById('root');
if (!element) throw new Error('the page has no #root');
const root = createRoot(element);
const queryClient = createQueryClient();
const show = (page: ReactNode) => root.render(<StrictMode>{page}</StrictMode>);
// Not with `await` at the top level: other files import this one's chunk and would wait for it, as it for them.
void start();

async function start(): Promise<void> {
  try {
    await startI18n('edge', 'devices', 'mfa');
    show(<EdgeApp queryClient={queryClient} />);
  } catch {
    // without the texts nothing else can be shown
    showStartFailure(element as HTMLElement);
    setTimeout(() => void start(), startMilliseconds);
  }
}
