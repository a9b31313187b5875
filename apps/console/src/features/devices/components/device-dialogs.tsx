import type { UserDevice } from '@gatewarden/contract/users';
import { Suspense } from 'react';
import { lazy } from '../../../lib/lazy.tsx';
import { RemoveDeviceDialog } from './remove-device-dialog.tsx';

const EditDeviceDialog = lazy(async () => ({ default: (await import('./edit-device-dialog.tsx')).EditDeviceDialog }));
const ReplaceKeyDialog = lazy(async () => ({ default: (await import('./replace-key-dialog.tsx')).ReplaceKeyDialog }));
const ShowConfigDialog = lazy(async () => ({ default: (await import('./show-config-dialog.tsx')).ShowConfigDialog }));

export type DeviceAction = 'edit' | 'remove' | 'config' | 'rekey';

/** The dialog of an action. */
export interface OpenDialog {
  readonly action: DeviceAction;
  readonly device: UserDevice;
}

interface Props {
  /** Username. */
  owner: string;
  open: OpenDialog | undefined;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Dialogs for the actions of devices; loaded when they are opened. */
export function DeviceDialogs({ owner, open, onClose, onRemoved }: Props) {
  return (
    <Suspense>
      {open?.action === 'edit' && <EditDeviceDialog device={open.device} onClose={onClose} />}
      {open?.action === 'remove' && (
        <RemoveDeviceDialog device={open.device} onClose={onClose} {...(onRemoved && { onRemoved })} />
      )}
      {open?.action === 'rekey' && <ReplaceKeyDialog device={open.device} owner={owner} onClose={onClose} />}
      {open?.action === 'config' && <ShowConfigDialog device={open.device} onClose={onClose} />}
    </Suspense>
  );
}
