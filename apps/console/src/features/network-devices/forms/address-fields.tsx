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
  /** Addresses that are known to be free for the device: those that it has, or those that were suggested. */
  free: readonly string[];
}

const typingMilliseconds = 300;

/** An address in each network of the location, checked while the user types. */
export function AddressFields({ locationId, networks, free }: Props) {
  const { t } = useTranslation('network-devices');
  const addresses = useWatch<{ addresses: string[] }, 'addresses'>({ name: 'addresses' });
  const [typed] = useDebouncedValue(addresses, typingMilliseconds);
  const checked = typed.map((text) => text.trim()).filter((text) => text !== '' && !free.includes(text));
  const { data: checks } = useQuery({ ...addressChecksQuery(locationId, checked), enabled: checked.length > 0 });
  return networks.map((network, index) => {
    const text = addresses[index]?.trim() ?? '';
    const check = checks?.[checked.indexOf(text)];
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
        <FieldNotes notes={isFree ? [] : [{ tone: 'warning', text: note }]} />
      </div>
    );
  });
}
