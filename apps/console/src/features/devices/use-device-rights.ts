import { useQuery } from '@tanstack/react-query';
import { useMe } from '../auth/index.ts';
import { restrictionsQuery } from '../settings/index.ts';

/** Undefined while the settings load, so that no button disappears. */
export interface DeviceRights {
  /** Add, change and remove devices. */
  readonly manages: boolean | undefined;
  /** Configure devices without a client: see files, replace keys, rename. */
  readonly configures: boolean | undefined;
}

/** What the settings allow the signed-in user to do with devices; if they cannot be loaded, the server decides. */
export function useDeviceRights(): DeviceRights {
  const { is_admin: isAdmin } = useMe();
  const restrictions = useQuery({ ...restrictionsQuery(), enabled: !isAdmin });
  if (isAdmin || restrictions.isError) return { manages: true, configures: true };
  return {
    manages: restrictions.data && !restrictions.data.admin_device_management,
    configures: restrictions.data && !restrictions.data.only_client_activation,
  };
}
