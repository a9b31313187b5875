import { isCoreAddress } from '@gatewarden/contract/core-address.names';
import { useLocalStorage } from '@mantine/hooks';

const addressKey = 'gatewarden.core-address';
const localKey = 'gatewarden.local-gateways';
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
  const [storedAddress, setAddress] = useLocalStorage<unknown>({
    key: addressKey,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [storedLocal, setLocal] = useLocalStorage<unknown>({
    key: localKey,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  // invalid stored values are ignored
  const address = typeof storedAddress === 'string' && isCoreAddress(storedAddress) ? storedAddress : undefined;
  const local = isListOfIds(storedLocal) ? storedLocal : none;
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

function isListOfIds(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}
