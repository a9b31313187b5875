import type { LocationInfo } from '@gatewarden/contract/locations';
import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type FieldNote, FieldNotes } from '../../../ui/form/field-notes.tsx';
import type { LocationInput } from './location-form.schema.ts';
import { type NetworkNote, networkNotes } from './network-notes.ts';
import { type EndpointNote, endpointNotes, type RoutingNote, routingNotes } from './routing-notes.ts';

interface Props {
  others: readonly LocationInfo[];
}

/** Whether another location has the name: allowed, but people could not tell them apart. */
export function NameNotes({ others }: Props) {
  const { t } = useTranslation('locations');
  const name = useWatch<LocationInput, 'name'>({ name: 'name' }).trim();
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  return <FieldNotes notes={isTaken ? [{ tone: 'warning', text: t('note.name_taken', { name }) }] : []} />;
}

/** Capacity of the networks, and overlaps with other locations. */
export function NetworkNotes({ others, devices }: Props & { devices: number }) {
  const { t } = useTranslation('locations');
  const address = useWatch<LocationInput, 'address'>({ name: 'address' });
  return <FieldNotes notes={networkNotes({ address, others, devices }).map((note) => networkFieldNote(note, t))} />;
}

/** Whether devices can reach the endpoint, and whether another location uses it. */
export function EndpointNotes({ others }: Props) {
  const { t } = useTranslation('locations');
  const [endpoint, port] = useWatch<LocationInput, ['endpoint', 'port']>({ name: ['endpoint', 'port'] });
  return <FieldNotes notes={endpointNotes({ endpoint, port }, others).map((note) => endpointFieldNote(note, t))} />;
}

/** What devices can reach through the tunnel. */
export function RoutingNotes() {
  const { t } = useTranslation('locations');
  // watched separately: a combined watch misses when the routes follow the networks
  const allowedIps = useWatch<LocationInput, 'allowed_ips'>({ name: 'allowed_ips' });
  const address = useWatch<LocationInput, 'address'>({ name: 'address' });
  return <FieldNotes notes={routingNotes(allowedIps, address).map((note) => routingFieldNote(note, t))} />;
}

type Texts = TFunction<'locations'>;

function networkFieldNote(note: NetworkNote, t: Texts): FieldNote {
  switch (note.kind) {
    case 'room':
      return {
        tone: 'info',
        text: note.devices === 'plenty' ? t('note.plenty') : t('note.room', { count: note.devices }),
      };
    case 'no-room':
      return { tone: 'warning', text: t('note.no_room') };
    case 'too-small':
      return { tone: 'warning', text: t('note.too_small', { ...note, count: note.devices }) };
    case 'network-address':
      return { tone: 'warning', text: t('note.network_address', { ...note }) };
    case 'public':
      return { tone: 'warning', text: t('note.public', { ...note }) };
    case 'overlaps':
      return { tone: 'warning', text: t('note.overlaps', { ...note }) };
  }
}

function endpointFieldNote(note: EndpointNote, t: Texts): FieldNote {
  const text = note.kind === 'taken' ? t('note.taken', { ...note }) : t('note.loopback', { ...note });
  return { tone: 'warning', text };
}

function routingFieldNote(note: RoutingNote, t: Texts): FieldNote {
  switch (note.kind) {
    case 'nothing':
      return { tone: 'warning', text: t('note.nothing') };
    case 'everything':
      return { tone: 'info', text: t('note.everything') };
    case 'own-network-missing':
      return { tone: 'warning', text: t('note.own_missing', { ...note }) };
  }
}
