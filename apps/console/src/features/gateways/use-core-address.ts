import { CoreAddress } from '@gatewarden/contract/join-token';
import { Id } from '@gatewarden/contract/primitives';
import { useLocalStorage } from '@mantine/hooks';
import { z } from 'zod';

const addressKey = 'gatewarden.core-address';
const localKey = 'gatewarden.local-gateways';
const LocationIds = z.array(Id);
const none: readonly number[] = [];

interface Choice {
  /** Address at which gateways reach core, for all locations; undefined until the user has entered it. */
  readonly address: string | undefined;
  /** Whether the gateway of this location runs on the machine of core. */
  readonly isLocal: boolean;
  readonly chooseAddress: (address: string) => void;
  readonly chooseLocal: () => void;
  /** Removes both. */
  readonly reset: () => void;
}

/**
 * How the gateway of a location reaches core, as entered and stored in this browser. A configured address
 * (GATEWARDEN_GRPC_URL) takes precedence.
 */
export function useCoreAddress(locationId: number): Choice {
  const [storedAddress, setAddress] = useLocalStorage<string>({
    key: addressKey,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [storedLocal, setLocal] = useLocalStorage<readonly number[]>({
    key: localKey,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  // invalid stored values are ignored
  const address = CoreAddress.safeParse(storedAddress).data;
  const local = LocationIds.safeParse(storedLocal).data ?? none;
  return {
    address,
    isLocal: local.includes(locationId),
    chooseAddress: setAddress,
    chooseLocal: () => setLocal([...local, locationId]),
    reset: () => {
      setAddress('');
      setLocal(local.filter((id) => id !== locationId));
    },
  };
}
