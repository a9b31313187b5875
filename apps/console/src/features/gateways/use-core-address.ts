import { CoreAddress } from '@gatewarden/contract/join-token';
import { Id } from '@gatewarden/contract/primitives';
import { useLocalStorage } from '@mantine/hooks';
import { z } from 'zod';

const addressKey = 'gatewarden.core-address';
const localKey = 'gatewarden.local-gateways';
const LocationIds = z.array(Id);
const none: readonly number[] = [];

interface Choice {
  /** Where gateways reach core; undefined until the reader has entered it. It applies to all locations. */
  readonly address: string | undefined;
  /** Whether the gateway of this location runs on core's own machine. */
  readonly isLocal: boolean;
  readonly chooseAddress: (address: string) => void;
  readonly chooseLocal: () => void;
  /** Removes both. */
  readonly reset: () => void;
}

/**
 * How the gateway of a location reaches core, as the reader said in this browser. It only stands in for a configured
 * address: with GATEWARDEN_GRPC_URL the server knows better.
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
  // any other content of the storage is ignored
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
