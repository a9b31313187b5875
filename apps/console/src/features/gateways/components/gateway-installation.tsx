import type { OfferedPackage } from '@gatewarden/contract/gateways';
import { Anchor, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../ui/rich-text.tsx';
import { SecretPanel } from '../../../ui/secret-panel.tsx';
import { downloadOrigin, type InstallWay, installCommand, installWays } from '../install-commands.ts';
import styles from './gateway-setup.module.css';

interface Props {
  token: string;
  grpcUrl: string;
  /** Null: core has no packages, so a gateway runs from the sources. */
  offered: OfferedPackage | null;
}

/** How the gateway is installed and joined: the commands of each way that core offers. */
export function GatewayInstallation({ token, grpcUrl, offered }: Props) {
  const { t } = useTranslation('gateways');
  if (!offered) {
    return (
      <>
        <SecretPanel what={t('setup.command')} secret={`npm run gateway -- --join ${token}`} note={t('setup.secret')} />
        <p className={styles.text}>
          <RichText text={t('setup.options')} />
        </p>
        <p className={styles.text}>
          <RichText text={t('install.unavailable')} />
        </p>
      </>
    );
  }
  return <InstallWays token={token} origin={downloadOrigin(window.location.origin, grpcUrl)} offered={offered} />;
}

interface WaysProps {
  token: string;
  origin: string;
  offered: OfferedPackage;
}

function InstallWays({ token, origin, offered }: WaysProps) {
  const { t } = useTranslation('gateways');
  const [way, setWay] = useState<InstallWay>('one_line');
  return (
    <>
      <SegmentedControl
        aria-label={t('install.way')}
        data={installWays.map((value) => ({ value, label: t(`install.${value}`) }))}
        value={way}
        onChange={(value) => setWay(value as InstallWay)}
        className={styles.ways}
      />
      <p className={styles.text}>
        <RichText text={t(`install.${way}_text`)} />
      </p>
      <SecretPanel
        what={t('setup.command')}
        secret={installCommand(way, { origin, token, offered })}
        note={t('setup.secret')}
      />
      <p className={styles.text}>
        {t('install.verified')} {t(way === 'container' ? 'install.from_core_container' : 'install.from_core')}{' '}
        <Anchor href={`/install/${offered.file}`} download underline="always">
          {t('install.download', { version: offered.version })}
        </Anchor>
      </p>
    </>
  );
}
