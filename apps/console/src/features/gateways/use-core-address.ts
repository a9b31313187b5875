import { CoreAddress } from '@gatewarden/contract/join-token';
import { useLocalStorage } from '@mantine/hooks';

const storageKey = 'gatewarden.core-address';

/**
 * Where gateways reach core, as the reader said in this browser; undefined until then. It only stands in for a configured
 * address: with GATEWARDEN_GRPC_URL the server knows better.
 */
export function useCoreAddress(): readonly [string | undefined, (address: string | undefined) => void] {
  const [stored, setStored] = useLocalStorage<string>({
    key: storageKey,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  // whatever else is stored there counts as nothing
  const address = CoreAddress.safeParse(stored).data;
  return [address, (chosen) => setStored(chosen ?? '')];
}
