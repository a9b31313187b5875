import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { gatewayActivity } from '@gatewarden/contract/gateways.names';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { RecentEntries } from './recent-entries.tsx';

/** The last events of a gateway: entries about gateways of its location that contain its name. */
export function GatewayActivity({ gateway: { network_name, name, hostname } }: { gateway: GatewayStatus }) {
  const { t } = useTranslation('activity-log');
  const filter = { event: [...gatewayActivity], location: [network_name], q: name || hostname };
  return (
    <RecentEntries
      title={t('recent.title')}
      filter={filter}
      link={(entry, children) => (
        <TextLink
          to="/activity"
          search={{ ...filter, ...(entry !== undefined && { entry }) }}
          preload={false}
          {...(entry !== undefined && { c: 'inherit' })}
        >
          {children}
        </TextLink>
      )}
    />
  );
}
