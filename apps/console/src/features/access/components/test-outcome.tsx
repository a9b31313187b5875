import type { AccessTestResult } from '@gatewarden/contract/access-tests';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';

const looks = {
  passes: { tone: 'success', icon: IconCircleCheck },
  fails: { tone: 'danger', icon: IconCircleX },
  no_source: { tone: 'neutral', icon: IconCircleMinus },
} as const;

interface Props {
  /** Undefined until it is known. */
  result: AccessTestResult | undefined;
  /** Without saying that the outcome differs before the deployment. */
  short?: boolean;
}

/** Whether the test passes after the deployment of pending changes, and whether that differs from now. */
export function TestOutcome({ result, short = false }: Props) {
  const { t } = useTranslation('access');
  if (!result) return null;
  const { current, after } = result;
  return (
    <StatusBadge {...looks[after]}>
      {t(short || current === after ? `tests.outcome.${after}` : `tests.after_deployment.${after}`)}
    </StatusBadge>
  );
}
