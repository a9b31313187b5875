import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { useMe } from '../../auth/index.ts';

interface Props {
  locationId: number;
  /** A WireGuard configuration. */
  config: string;
}

/** Warns if the endpoint is a loopback address: the configuration would work only on the gateway. */
export function LoopbackWarning({ locationId, config }: Props) {
  const { t } = useTranslation('devices');
  const { is_admin: isAdmin } = useMe();
  const host = parseEndpoint(/^Endpoint = (.+)$/m.exec(config)?.[1] ?? '')?.host;
  if (host === undefined || !isLoopbackHost(host)) return null;
  return (
    <Callout
      tone="warning"
      mb="md"
      action={
        isAdmin ? (
          <TextLink to="/locations/$locationId" params={{ locationId: String(locationId) }}>
            {t('config.loopback_open')}
          </TextLink>
        ) : (
          <span>{t('config.loopback_ask')}</span>
        )
      }
    >
      {t('config.loopback', { host })}
    </Callout>
  );
}
