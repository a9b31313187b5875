import type { FilePreview, ImportSuggestion, PreviewedPeer } from '@gatewarden/contract/location-import';
import type { UserInfo } from '@gatewarden/contract/users';
import { Button, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personOption } from '../../../lib/format/person-option.ts';
import { Callout } from '../../../ui/callout.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { usersQuery } from '../../users/index.ts';
import styles from './devices-step.module.css';
import { type Mapping, mappedPeers, type PeerChoice, unnamedPeers } from './mapping.ts';

interface Props {
  preview: FilePreview;
  mapping: Mapping;
  onChange: (key: string, choice: PeerChoice) => void;
  onContinue: () => void;
  onBack: () => void;
}

/** Assigns the peers of the file to users, makes them network devices, or skips them. */
export function DevicesStep({ preview, mapping, onChange, onContinue, onBack }: Props) {
  const { t } = useTranslation('locations');
  const people = useQuery(usersQuery());
  const [isNameMissing, setIsNameMissing] = useState(false);
  const mapped = mappedPeers(mapping).length;
  return (
    <Panel title={t('import.map')} text={t('import.map_text')} variant="open">
      {preview.peers.length === 0 && <Text>{t('import.no_peers')}</Text>}
      {preview.peers.length > 0 && people.isPending && <ListSkeleton />}
      {!people.data && people.isError && (
        <ErrorState
          error={people.error}
          title={t('import.people_failed')}
          onRetry={() => void people.refetch()}
          retrying={people.isFetching}
        />
      )}
      {preview.peers.length > 0 && people.data && (
        <PeerTable peers={preview.peers} people={people.data} mapping={mapping} onChange={onChange} />
      )}
      <Text role="status" my="md">
        {t('import.mapped', { count: mapped, total: mapping.size })}
      </Text>
      {isNameMissing && unnamedPeers(mapping).length > 0 && <Callout tone="danger">{t('import.name_missing')}</Callout>}
      <DialogActions>
        <Button variant="default" onClick={onBack}>
          {t('import.back')}
        </Button>
        <Button
          onClick={() => {
            const isComplete = unnamedPeers(mapping).length === 0;
            setIsNameMissing(!isComplete);
            if (isComplete) onContinue();
          }}
        >
          {t('import.continue')}
        </Button>
      </DialogActions>
    </Panel>
  );
}

interface TableProps extends Pick<Props, 'mapping' | 'onChange'> {
  peers: readonly PreviewedPeer[];
  people: readonly UserInfo[];
}

function PeerTable({ peers, people, mapping, onChange }: TableProps) {
  const { t } = useTranslation('locations');
  const options = useMemo(() => people.map(personOption), [people]);
  const columns = useMemo((): Column<PreviewedPeer>[] => {
    const labelOf = (peer: PreviewedPeer) => peer.name ?? t('import.peer_of_line', { line: peer.line });
    return [
      {
        id: 'peer',
        header: t('import.peer'),
        share: 2,
        cell: (peer) => (
          <span className={styles.peer}>
            <span>{labelOf(peer)}</span>
            <span className={styles.key}>{peer.wireguard_ips.join(', ') || t('import.free_address')}</span>
          </span>
        ),
      },
      {
        id: 'user',
        header: t('import.user'),
        share: 2.5,
        cell: (peer) => {
          const choice = mapping.get(peer.wireguard_pubkey);
          if (!choice) return t('import.is_device', { device: peer.device?.name, username: peer.device?.username });
          return (
            <OwnerSelect
              label={t('import.user_of', { peer: labelOf(peer) })}
              suggestions={peer.suggestions}
              options={options}
              value={choice.owner}
              onChange={(owner) => onChange(peer.wireguard_pubkey, { ...choice, owner })}
            />
          );
        },
      },
      {
        id: 'name',
        header: t('import.device_name'),
        share: 2,
        cell: (peer) => {
          const choice = mapping.get(peer.wireguard_pubkey);
          if (!choice || choice.owner === null) return '–';
          return (
            <TextInput
              className={styles.field}
              aria-label={t('import.name_of', { peer: labelOf(peer) })}
              maxLength={128}
              error={choice.name.trim() === ''}
              value={choice.name}
              onChange={({ currentTarget: { value } }) => onChange(peer.wireguard_pubkey, { ...choice, name: value })}
            />
          );
        },
      },
    ];
  }, [t, options, mapping, onChange]);
  return (
    <DataTable
      label={t('import.map')}
      data={peers}
      columns={columns}
      getId={({ wireguard_pubkey }) => wireguard_pubkey}
      getName={({ name, line }) => name ?? t('import.peer_of_line', { line })}
      hasVariableHeights
      empty={null}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps {
  label: string;
  suggestions: readonly ImportSuggestion[];
  options: readonly Option[];
  value: PeerChoice['owner'];
  onChange: (owner: PeerChoice['owner']) => void;
}

/** Rendering thousands of options would be slow; typing narrows the list. */
const shownOptions = 50;
/** Not ids. */
const [skip, network] = ['skip', 'network'] as const;

/** Nothing, a network device, or a user, the suggested ones first. */
function OwnerSelect({ label, suggestions, options, value, onChange }: SelectProps) {
  const { t } = useTranslation(['locations', 'common']);
  const data = useMemo(() => {
    const others = [
      { value: skip, label: t('import.skip') },
      { value: network, label: t('import.network_device') },
    ];
    if (suggestions.length === 0) return [...others, ...options];
    const suggested = suggestions.map(({ user_id, ...person }) => personOption({ id: user_id, ...person }));
    const values = new Set(suggested.map((option) => option.value));
    return [
      ...others,
      { group: t('import.suggested'), items: suggested },
      { group: t('import.all_people'), items: options.filter((option) => !values.has(option.value)) },
    ];
  }, [suggestions, options, t]);
  return (
    <Select
      className={styles.field}
      aria-label={label}
      data={data}
      searchable
      allowDeselect={false}
      limit={shownOptions}
      nothingFoundMessage={t('common:select.nothing')}
      value={value === null ? skip : String(value)}
      onChange={(next) => onChange(ownerOf(next))}
    />
  );
}

function ownerOf(value: string | null): PeerChoice['owner'] {
  if (value === network) return network;
  return value === null || value === skip ? null : Number(value);
}
