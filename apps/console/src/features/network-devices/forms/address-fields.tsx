import { parseAddress } from '@gatewarden/net/address';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/text-field.tsx';
import { locationsQuery } from '../../locations/index.ts';
import { addressChecksQuery } from '../network-devices.queries.ts';
import { addressFault } from './address-fault.ts';
import type { FindAddressFault } from './network-device.schema.ts';

interface Props {
  locationId: number;
  /** Networks of the location: "10.1.0.0/24". */
  networks: readonly string[];
  /** Addresses that are known to be free for the device: those that it has, or those that were suggested. */
  free: readonly string[];
  /** For the schema of the form. Set here, because it needs what the server says about the addresses. */
  findFault: RefObject<FindAddressFault>;
}

interface Values {
  addresses: string[];
}

const typingMilliseconds = 300;

/** An address in each network of the location, checked while the user types. */
export function AddressFields({ locationId, networks, free, findFault }: Props) {
  const { t } = useTranslation('network-devices');
  const { getFieldState, trigger } = useFormContext<Values>();
  const addresses = useWatch<Values, 'addresses'>({ name: 'addresses' });
  const [typed] = useDebouncedValue(addresses, typingMilliseconds);
  const checked = typed
    .map((text) => text.trim())
    .filter((text) => parseAddress(text) !== undefined && !free.includes(text));
  const { data: checks } = useQuery({ ...addressChecksQuery(locationId, checked), enabled: checked.length > 0 });
  const { data: locations } = useQuery(locationsQuery());
  const gateways = locations?.find(({ id }) => id === locationId)?.address;

  useEffect(() => {
    findFault.current = (address, index) => {
      if (address === free[index]) return undefined;
      const network = networks[index] ?? '';
      const isTaken = checks?.[checked.indexOf(address)]?.available === false;
      const taken = gateways === undefined ? 'unavailable' : 'taken';
      const fault = addressFault(address, network, gateways ?? []) ?? (isTaken ? taken : undefined);
      return fault && t(`address.${fault}`, { address, network });
    };
  });
  const validate = useEffectEvent(() => {
    const names = typed.map((_, index) => `addresses.${index}` as const);
    const isChecked = (text = '') => checked.includes(text.trim());
    // an address that is not complete yet has no error before the field is left
    void trigger(names.filter((name, index) => isChecked(typed[index]) || getFieldState(name).invalid));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect event reads what was typed and checked
  useEffect(() => validate(), [typed, checks]);

  return networks.map((network, index) => (
    <TextField
      key={network}
      name={`addresses.${index}`}
      label={networks.length === 1 ? t('field.address') : t('field.address_in', { network })}
      help={t('address.help', { network })}
      autoComplete="off"
      verbatim
    />
  ));
}
