import type { ActivityStream } from '@gatewarden/contract/activity-streams';
import { Menu } from '@mantine/core';
import { IconHistory, IconPencil, IconPlayerSkipForward, IconPower, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { DangerItem } from '../../../ui/danger-item.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ReplayDialog, SkipDialog } from '../../delivery/index.ts';
import { useReplayStream, useSetStreamState } from '../activity-streams.queries.ts';
import { DeleteStreamDialog } from './delete-stream-dialog.tsx';

interface Props {
  stream: ActivityStream;
  onEdit: () => void;
}

/** Menu of a stream with the dialogs that it opens. Nothing is lost while it is off, so turning it off needs no question. */
export function StreamActions({ stream, onEdit }: Props) {
  const { t } = useTranslation(['activity-streams', 'delivery']);
  const setState = useSetStreamState();
  const replay = useReplayStream(stream.id);
  const [open, setOpen] = useState<'replay' | 'skip' | 'delete'>();
  const { id, name, enabled, state } = stream;
  const onClose = () => setOpen(undefined);
  const toggle = () =>
    setState.mutate(
      { id, enabled: !enabled },
      {
        onSuccess: () => toast.success(t(enabled ? 'delivery:action.disabled' : 'delivery:action.enabled', { name })),
        onError: showFailure,
      },
    );
  return (
    <>
      <ActionsMenu label={t('menu', { name })}>
        <Menu.Item leftSection={<IconPencil size="1rem" />} onClick={onEdit}>
          {t('edit.action')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPower size="1rem" />} onClick={toggle}>
          {t(enabled ? 'delivery:action.disable' : 'delivery:action.enable')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory size="1rem" />} onClick={() => setOpen('replay')}>
          {t('delivery:action.replay')}
        </Menu.Item>
        {state.waiting > 0 && (
          <Menu.Item leftSection={<IconPlayerSkipForward size="1rem" />} onClick={() => setOpen('skip')}>
            {t('delivery:action.skip')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <DangerItem leftSection={<IconTrash size="1rem" />} onClick={() => setOpen('delete')}>
          {t('delete.action')}
        </DangerItem>
      </ActionsMenu>
      <Suspense>
        {open === 'replay' && <ReplayDialog name={name} text={t('replay_text')} replay={replay} onClose={onClose} />}
      </Suspense>
      {open === 'skip' && <SkipDialog name={name} state={state} replay={replay} onClose={onClose} />}
      {open === 'delete' && <DeleteStreamDialog stream={stream} onClose={onClose} />}
    </>
  );
}
