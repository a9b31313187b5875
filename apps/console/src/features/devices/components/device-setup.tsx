import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ExternalLinkButton } from '../../../ui/external-link-button.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { NumberedStep, NumberedSteps } from '../../../ui/numbered-steps.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { userAccessQuery } from '../../users/index.ts';
import { appLinks } from '../app-links.ts';
import type { AddedDevice } from '../forms/new-device-form.tsx';
import { scansCodes } from '../platform.ts';
import { ConnectionState, useConnection } from './connection-state.tsx';
import { DeviceConfigurations } from './device-configurations.tsx';
import styles from './device-setup.module.css';
import { LinuxCommand } from './linux-command.tsx';

interface Props extends AddedDevice {
  username: string;
  /** Name of the owner who receives the configuration; undefined: the user's own device. */
  recipient: string | undefined;
  onDone: () => void;
}

/** What is left to do for a new device: the app, the configuration, the first connection. */
export function DeviceSetup({ username, recipient, platform, added, onDone }: Props) {
  const { t } = useTranslation('devices');
  const { device, configs, privateKey } = added;
  const access = useQuery(userAccessQuery(username)).data;
  const content = useFocusOnMount();
  const { isKeySaved, markSaved } = useSavedKey(username, added);
  const [shown, setShown] = useState<number>();
  return (
    <div ref={content} className={styles.setup}>
      <LeaveGuard
        active={privateKey !== undefined && !isKeySaved}
        title={t('add.leave_title')}
        text={t('add.leave_text')}
        leaveLabel={t('add.leave')}
      />
      <Panel title={t('connect.title', { device: device.name })}>
        <NumberedSteps>
          <NumberedStep title={t('connect.install')}>
            <ExternalLinkButton href={appLinks[platform]} className={styles.app}>
              {t('connect.get', { platform: t(`platform.${platform}`) })}
            </ExternalLinkButton>
          </NumberedStep>
          <NumberedStep title={scansCodes(platform) ? t('connect.scan_or_import') : t('connect.import')}>
            <p className={styles.text}>{t(`guide.${platform}.import`)}</p>
            <DeviceConfigurations
              device={device.name}
              configs={configs}
              privateKey={privateKey}
              note={
                recipient === undefined
                  ? t(scansCodes(platform) ? 'config.once' : 'config.once_file')
                  : t('config.once_of', { name: recipient })
              }
              showsCode={scansCodes(platform)}
              access={access}
              twoFactor={{
                locationIds: configs.filter(isProtected).map(({ network_id }) => network_id),
                note:
                  recipient === undefined ? (
                    <RichText
                      text={t('config.authorize')}
                      parts={{
                        connect: (text) => (
                          <TextLink to="/connect" underline="always">
                            {text}
                          </TextLink>
                        ),
                      }}
                    />
                  ) : (
                    t('config.authorize_of', { name: recipient })
                  ),
              }}
              onShown={setShown}
              onSaved={markSaved}
            />
          </NumberedStep>
          <NumberedStep title={t('connect.switch_on')}>
            <p className={styles.text}>{t(`guide.${platform}.start`)}</p>
            {platform === 'linux' && <LinuxCommand device={device.name} configs={configs} shown={shown} />}
          </NumberedStep>
        </NumberedSteps>
        <div className={styles.foot}>
          <ConnectionState username={username} deviceId={device.id} />
          <DialogActions>
            <Button onClick={onDone}>{t('add.done')}</Button>
          </DialogActions>
        </div>
      </Panel>
    </div>
  );
}

const isProtected = ({ location_mfa_mode: mode }: AddedDevice['added']['configs'][number]) => mode !== 'disabled';

/** Focuses the heading: the button that had the focus is gone with the form. */
function useFocusOnMount() {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = content.current?.querySelector('h2');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, []);
  return content;
}

/** Whether leaving the page loses nothing: all files were downloaded, or the device has connected to its only location. */
function useSavedKey(username: string, { device, configs }: AddedDevice['added']) {
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set());
  const connection = useConnection({ username, deviceId: device.id });
  const hasAll = configs.every(({ network_id }) => saved.has(network_id));
  return {
    isKeySaved: hasAll || (configs.length === 1 && connection !== undefined),
    markSaved: (ids: readonly number[]) => setSaved((before) => new Set([...before, ...ids])),
  };
}
