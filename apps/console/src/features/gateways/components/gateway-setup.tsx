import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';
import { Anchor, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NumberedStep, NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { FirstDeviceStep } from '../../devices/index.ts';
import { locationQuery } from '../../locations/index.ts';
import type { ConnectionSnapshot } from '../connection-snapshot.ts';
import { joinTokenQuery } from '../gateways.queries.ts';
import { downloadOrigin, endpointOf } from '../install-commands.ts';
import { useCoreAddress } from '../use-core-address.ts';
import { ConnectionCheck } from './connection-check.tsx';
import { CoreAddressForm } from './core-address-form.tsx';
import { GatewayInstallation } from './gateway-installation.tsx';
import styles from './gateway-setup.module.css';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';
import { ServerCommands } from './server-commands.tsx';

interface Props {
  locationId: number;
  /** When the setup was opened. */
  before: ConnectionSnapshot;
  gateways: readonly GatewayStatus[];
  refusals: readonly GatewayRefusal[];
}

/** Setup of a gateway: requirements, command, connection check, and the first device. */
export function GatewaySetup({ locationId, before, gateways, refusals }: Props) {
  const { t } = useTranslation('gateways');
  const location = useQuery(locationQuery(locationId));
  const { address: chosen, isLocal, chooseAddress, chooseLocal, reset } = useCoreAddress(locationId);
  const ownToken = useQuery(joinTokenQuery(locationId));
  const isUnknown = ownToken.data?.loopback === true;
  const chosenAddress = isUnknown && !isLocal ? chosen : undefined;
  const token = useQuery(joinTokenQuery(locationId, chosenAddress));
  if (token.isPending) return <FormSkeleton count={3} />;
  if (token.isError) {
    return <ErrorState error={token.error} onRetry={() => void token.refetch()} retrying={token.isFetching} />;
  }
  const { grpc_url: grpcUrl, package: offered } = token.data;
  const { address, port } = endpointOf(grpcUrl);
  const needsAddress = token.data.loopback && !isLocal;
  const download = offered ? endpointOf(downloadOrigin(window.location.origin, grpcUrl)) : undefined;
  return (
    <NumberedSteps>
      <NumberedStep title={t('setup.prepare')}>
        <p className={styles.text}>{t(offered ? 'install.machine' : 'setup.machine')}</p>
        {needsAddress && <CoreAddressForm port={String(port)} onChoose={chooseAddress} onLocal={chooseLocal} />}
        <ul className={styles.needs}>
          {!needsAddress && (
            <li>
              <RichText
                text={
                  download
                    ? t('setup.core_and_download', { address, download: download.address })
                    : t('setup.core', { address })
                }
              />{' '}
              {isUnknown && (
                <Anchor component="button" type="button" onClick={reset}>
                  {t('setup.change_address')}
                </Anchor>
              )}
            </li>
          )}
          {location.data && <li>{t('setup.port', { port: location.data.port })}</li>}
          <li>{t('setup.forwarding')}</li>
        </ul>
        {location.data && (
          <ServerCommands
            udpPort={location.data.port}
            corePort={port}
            downloadPort={download?.port}
            hasIpv6={location.data.address.some((network) => network.includes(':'))}
          />
        )}
      </NumberedStep>
      <NumberedStep title={t(offered ? 'install.title' : 'setup.run')}>
        {needsAddress ? (
          <p className={styles.text}>{t('setup.address_first')}</p>
        ) : (
          <>
            <GatewayInstallation token={token.data.token} grpcUrl={grpcUrl} offered={offered} />
            <RotateTokenButton locationId={locationId} address={chosenAddress} />
          </>
        )}
      </NumberedStep>
      <NumberedStep title={t('setup.wait')}>
        <ConnectionCheck before={before} gateways={gateways} refusals={refusals} hasCommand={!needsAddress} />
      </NumberedStep>
      <FirstDeviceStep locationId={locationId} isReady={gateways.some(({ connected }) => connected)} />
    </NumberedSteps>
  );
}

function RotateTokenButton({ locationId, address }: { locationId: number; address: string | undefined }) {
  const { t } = useTranslation('gateways');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        className={styles.rotate}
        variant="default"
        leftSection={<IconRefresh size="1rem" />}
        onClick={() => setAsking(true)}
      >
        {t('rotate.action')}
      </Button>
      <RotateTokenDialog locationId={locationId} address={address} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
