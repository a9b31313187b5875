import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { NumberedStep, NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { FirstDeviceStep } from '../../devices/index.ts';
import { locationQuery } from '../../locations/index.ts';
import type { ConnectionSnapshot } from '../connection-snapshot.ts';
import { downloadOrigin, endpointOf } from '../install-commands.ts';
import { useSetupToken } from '../use-setup-token.ts';
import { ConnectionCheck } from './connection-check.tsx';
import { CoreAddressForm } from './core-address-form.tsx';
import { GatewayInstallation } from './gateway-installation.tsx';
import { GatewayNeeds } from './gateway-needs.tsx';
import styles from './gateway-setup.module.css';
import { ProofForToken } from './proof-for-token.tsx';
import { RotateTokenButton } from './rotate-token-button.tsx';
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
  const { token, proof, address: chosen, isLocal, chooseAddress, chooseLocal, reset } = useSetupToken(locationId);
  if (token.isPending) return <FormSkeleton count={3} />;
  if (isApiError(token.error, 'proof_required')) return <ProofForToken proof={proof} />;
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
        <GatewayNeeds
          core={needsAddress ? undefined : address}
          download={download?.address}
          location={location.data}
          onChangeAddress={reset}
        />
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
            <RotateTokenButton locationId={locationId} address={chosen} />
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
