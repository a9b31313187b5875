import type { AccessTestResult } from '@gatewarden/contract/access-tests';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const looks = {
  passes: { tone: 'success', icon: IconCircleCheck },
  fails: { tone: 'danger', icon: IconCircleX },
  no_source: { tone: 'neutral', icon: IconCircleMinus },
} as const;

/** Whether the test passes, after the deployment of pending changes if that differs. */
export function TestOutcome({ result }: { result: AccessTestResult | undefined }) {
  const { t } = useTranslation('access');
  if (!result) return null;
  const { current, after } = result;
  const text = t(`tests.outcome.${after}`);
  return (
    <StatusBadge {...looks[after]}>
      {current === after ? text : t('tests.after_deployment', { outcome: text })}
    </StatusBadge>
  );
}
