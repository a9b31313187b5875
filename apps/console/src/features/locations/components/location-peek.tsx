import type { LocationInfo } from '@gatewarden/contract/locations';
import { IconMapPin } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazy } from '../../../lib/lazy.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { CardsSkeleton } from '../../../ui/skeletons.tsx';
import type { Peek } from '../../../ui/table/list-props.ts';
import { ConnectionBadge } from './connection-badge.tsx';

// loaded with the first summary
const LocationSummary = lazy(async () => ({
  default: (await import('./location-summary.tsx')).LocationSummary,
}));

/** The summary of a location in a drawer. */
export function useLocationPeek(): (location: LocationInfo) => Peek {
  const { t } = useTranslation();
  return (location) => ({
    title: location.name,
    icon: (
      <Avatar name={location.name} size="md">
        <IconMapPin size="1.25rem" />
      </Avatar>
    ),
    state: <ConnectionBadge gateways={location.gateways} />,
    open: (
      <ButtonLink
        to="/locations/$locationId"
        params={{ locationId: String(location.id) }}
        variant="default"
        size="compact-sm"
      >
        {t('peek.open')}
      </ButtonLink>
    ),
    content: (
      <Suspense fallback={<CardsSkeleton count={2} />}>
        <LocationSummary location={location} />
      </Suspense>
    ),
  });
}
