import type { LocationInfo } from '@gatewarden/contract/locations';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RichText } from '../../../ui/rich-text.tsx';
import styles from './gateway-setup.module.css';

interface Props {
  /** Address of core for gateways; undefined: the user has not chosen one yet. */
  core: string | undefined;
  /** Address of core for downloads; undefined: none are needed. */
  download: string | undefined;
  /** Undefined: not loaded. */
  location: LocationInfo | undefined;
  /** Discards the address that the user chose; undefined: core's settings have it. */
  onChangeAddress: (() => void) | undefined;
}

/** What the machine of a gateway must reach and allow. */
export function GatewayNeeds({ core, download, location, onChangeAddress }: Props) {
  const { t } = useTranslation('gateways');
  return (
    <ul className={styles.needs}>
      {core !== undefined && (
        <li>
          <RichText
            text={
              download === undefined
                ? t('setup.core', { address: core })
                : t('setup.core_and_download', { address: core, download })
            }
          />{' '}
          {onChangeAddress && (
            <Anchor component="button" type="button" onClick={onChangeAddress}>
              {t('setup.change_address')}
            </Anchor>
          )}
        </li>
      )}
      {location && <li>{t('setup.port', { port: location.port })}</li>}
      <li>{t('setup.forwarding')}</li>
    </ul>
  );
}
