import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { gatewayName, paramsOf } from '../gateway-facts.ts';
import { GatewaySince } from './gateway-state.tsx';

// loaded with the first summary
const GatewaySummary = lazy(async () => ({ default: (await import('./gateway-summary.tsx')).GatewaySummary }));

/** The summary of a gateway in a drawer. */
export function useGatewayPeek(): (gateway: GatewayStatus) => Peek {
  const { t } = useTranslation();
  return (gateway) => ({
    title: gatewayName(gateway),
    state: <GatewaySince gateway={gateway} />,
    open: (
      <ButtonLink
        to="/locations/$locationId/gateways/$gatewayId"
        params={paramsOf(gateway)}
        variant="default"
        size="compact-sm"
      >
        {t('peek.open')}
      </ButtonLink>
    ),
    content: (
      <Suspense fallback={<ListSkeleton count={3} />}>
        <GatewaySummary gateway={gateway} />
      </Suspense>
    ),
  });
}
