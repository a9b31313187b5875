import type { Provisioner } from '@gatewarden/contract/yubikeys';
import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { listenerQuery } from '../yubikeys.queries.ts';
import { ListenerVariables } from './listener-variables.tsx';

interface Props {
  /** None of them is available. */
  provisioners: readonly Provisioner[];
  onClose: () => void;
}

/** Why no YubiKey can be provisioned now, and what to do. */
export function NoProvisioner({ provisioners, onClose }: Props) {
  const { t } = useTranslation('yubikeys');
  const isOff = useQuery(listenerQuery()).data?.enabled === false;
  const link =
    provisioners.length > 0 ? (
      <TextLink to="/yubikeys">{t('provision.to_provisioners')}</TextLink>
    ) : (
      <TextLink to="/yubikeys" search={{ connect: 'provisioner' }}>
        {t('connect.action')}
      </TextLink>
    );
  return (
    <Stack gap="md">
      <Callout tone="info" title={t('provision.none')} action={isOff ? <ListenerVariables /> : link}>
        {isOff ? t('off.text') : <Reason provisioners={provisioners} />}
      </Callout>
      <DialogActions>
        <Button onClick={onClose}>{t('progress.close')}</Button>
      </DialogActions>
    </Stack>
  );
}

function Reason({ provisioners }: Pick<Props, 'provisioners'>) {
  const { t } = useTranslation('yubikeys');
  if (provisioners.length === 0) return t('provision.none_connected');
  return (
    <>
      <Text>{t('provision.none_free')}</Text>
      <List>
        {provisioners.map(({ id: name, job, last_seen: lastSeen }) => (
          <List.Item key={name}>
            {job ? (
              t('provision.busy', { name, username: job.username })
            ) : (
              <RichText
                text={t('provision.offline', { name })}
                parts={{ time: () => <RelativeTime at={lastSeen} /> }}
              />
            )}
          </List.Item>
        ))}
      </List>
    </>
  );
}
