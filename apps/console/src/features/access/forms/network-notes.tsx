import { formatRange, parseDestinationList } from '@gatewarden/net/destination-list';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldNotes } from '../../../ui/form/field-notes.tsx';
import type { RuleInput } from './rule-form.schema.ts';

/** Says of which network a destination is an address: `10.0.0.5/24` means the whole network. */
export function NetworkNotes() {
  const { t } = useTranslation('access');
  const entries = useWatch<RuleInput, 'destination'>({ name: 'destination' });
  const notes = entries.flatMap((entry) => {
    const network = networkOf(entry);
    return network === undefined ? [] : { tone: 'info' as const, text: t('form.means', { entry, network }) };
  });
  return notes.length === 0 ? null : <FieldNotes notes={notes} />;
}

/** The network of an entry with a host part; undefined for other entries. */
function networkOf(entry: string): string | undefined {
  const list = entry.includes('/') ? parseDestinationList(entry) : undefined;
  if (list?.kind !== 'list') return undefined;
  const [range] = list.ranges;
  const network = range && formatRange(range);
  return network === list.text ? undefined : network;
}
