import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { addressChecksQuery } from '../network-devices.queries.ts';

interface Props {
  locationId: number;
  /** Networks of the location: "10.1.0.0/24". */
  networks: readonly string[];
  /** Addresses that the device has already, which are free for it. */
  own?: readonly string[];
}

const typingMilliseconds = 300;

/** An address in each network of the location, checked while the user types. */
export function AddressFields({ locationId, networks, own = [] }: Props) {
  const { t } = useTranslation('network-devices');
  const addresses = useWatch<{ addresses: string[] }, 'addresses'>({ name: 'addresses' });
  const [typed] = useDebouncedValue(addresses, typingMilliseconds);
  const checked = typed.map((text) => text.trim());
  const { data: checks } = useQuery({ ...addressChecksQuery(locationId, checked), enabled: checked.length > 0 });
  return networks.map((network, index) => {
    const text = addresses[index]?.trim() ?? '';
    const check = checked[index] === text && !own.includes(text) ? checks?.[index] : undefined;
    const isFree = check === undefined || check.available;
    const note = check?.valid ? t('address.taken') : t('address.outside', { network });
    return (
      <div key={network}>
        <TextField
          name={`addresses.${index}`}
          label={networks.length === 1 ? t('field.address') : t('field.address_in', { network })}
          help={t('address.help', { network })}
          autoComplete="off"
          verbatim
        />
        <FieldNotes notes={isFree || text === '' ? [] : [{ tone: 'warning', text: note }]} />
      </div>
    );
  });
}
