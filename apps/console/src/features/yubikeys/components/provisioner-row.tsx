import type { Provisioner } from '@gatewarden/contract/yubikeys';
import { Menu } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Row, RowFacts } from '../../../ui/row-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { stateOf } from '../provisioner-state.ts';

interface Props {
  provisioner: Provisioner;
  onRemove: () => void;
  onCancel: (jobId: number) => void;
}

const tones = { available: 'success', busy: 'info', unavailable: 'neutral' } as const;

/** A provisioner with its state, its address and what it is doing. */
export function ProvisionerRow({ provisioner, onRemove, onCancel }: Props) {
  const { t } = useTranslation('yubikeys');
  const { id, ip, job, last_seen: lastSeen } = provisioner;
  const state = stateOf(provisioner);
  return (
    <Row
      name={id}
      badge={<StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>}
      actions={
        <ActionsMenu label={t('list.menu', { name: id })}>
          {job !== null && (
            <Menu.Item leftSection={<IconX size="1rem" />} onClick={() => onCancel(job.id)}>
              {t('progress.cancel')}
            </Menu.Item>
          )}
          <DangerItem leftSection={<IconTrash size="1rem" />} onClick={onRemove}>
            {t('list.remove')}
          </DangerItem>
        </ActionsMenu>
      }
    >
      <RowFacts>
        <span>{ip}</span>
        {job !== null && <span>{t('list.job', { username: job.username })}</span>}
        {state === 'unavailable' && (
          <span>
            <RichText text={t('list.seen')} parts={{ time: () => <RelativeTime at={lastSeen} /> }} />
          </span>
        )}
      </RowFacts>
    </Row>
  );
}
