import '../ui/theme/styles.ts';
import './feature-texts.ts';
import { type ReactNode, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { showStartFailure } from '../i18n/start-texts.ts';
import { watchStyles } from '../lib/failed-styles.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { applyTheme } from '../ui/theme/apply-theme.ts';
import { openPage } from './open-page.tsx';
import { prefetchStart } from './prefetch-start.ts';

applyTheme(document);
watchStyles();

/** Between attempts to load the texts. */
const startMilliseconds = 2_000;
/** When nothing else loads anymore: for conditions that a page notices without a call that fails. */
const errorsMilliseconds = 5_000;

const element = document.getElementById('root');
if (!element) throw new Error('the page has no #root');
const root = createRoot(element);
// in a transition, so that React renders in short steps: a slow phone stays responsive while a page appears
const show = (page: ReactNode) => startTransition(() => root.render(<StrictMode>{page}</StrictMode>));

const queryClient = createQueryClient();
prefetchStart(queryClient, window.location.pathname);
// the texts of sign-in arrive with those of the frame
const texts = window.location.pathname === '/sign-in' ? (['auth'] as const) : [];
// Not with `await` at the top level: files of the console import this one's chunk and would wait for it, as it for them.
void start();

async function start(): Promise<void> {
  try {
    await startI18n(...texts);
  } catch {
    // without the texts nothing else can be shown
    showStartFailure(element as HTMLElement);
    setTimeout(() => void start(), startMilliseconds);
    return;
  }
  await openPage({ queryClient, show });
  setTimeout(() => void loadTexts('errors').catch(() => undefined), errorsMilliseconds);
}
