import type { Home } from '@gatewarden/contract/home';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { HomeView } from './home.service.ts';

export function presentHome({ attention, checklist }: HomeView): Home {
  return {
    attention: attention.map(({ key, kind, severity, since, subject = null, details = {}, dismissed }) => ({
      key,
      kind,
      severity,
      since: since && toNaive(since),
      subject,
      details,
      dismissed,
    })),
    checklist: { steps: [...checklist.steps], dismissed: checklist.dismissed },
  };
}
