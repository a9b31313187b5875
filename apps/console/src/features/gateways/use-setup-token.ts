import { useQuery } from '@tanstack/react-query';
import { joinTokenQuery, useProveForToken } from './gateways.queries.ts';
import { useCoreAddress } from './use-core-address.ts';

/** The join token that the setup of a gateway shows, and the choice of the address of core in it. */
export function useSetupToken(locationId: number) {
  const { address, isLocal, chooseAddress, chooseLocal, reset } = useCoreAddress(locationId);
  const configured = useQuery(joinTokenQuery(locationId));
  // core knows only a loopback address of itself
  const isUnknown = configured.data?.loopback === true;
  const chosen = isUnknown && !isLocal ? address : undefined;
  return {
    token: useQuery(joinTokenQuery(locationId, chosen)),
    /** For `proof_required`. */
    proof: useProveForToken(locationId, chosen),
    /** Address of core in the token; undefined: the configured one. */
    address: chosen,
    isLocal,
    chooseAddress,
    chooseLocal,
    /** Asks for the address again; undefined: it is configured. */
    reset: isUnknown ? reset : undefined,
  };
}
