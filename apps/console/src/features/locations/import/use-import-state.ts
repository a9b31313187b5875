import type { FilePreview } from '@gatewarden/contract/location-import';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import type { LocationInput, LocationValues } from '../forms/location-form.schema.ts';
import { loadLocationForm, timing } from '../forms/location-form.ts';
import { networksBehind, routesTo } from '../forms/routed-networks.ts';
import type { FileSource } from './location-import.queries.ts';
import { type Mapping, type PeerChoice, suggestMapping } from './mapping.ts';

interface ImportState {
  readonly config: string;
  /** Undefined until an interface is chosen of a file that has several. */
  readonly interfaceLine: number | undefined;
  /** Undefined until the file was checked. */
  readonly file: FilePreview | undefined;
  /** The file with the addresses that were entered. Like the values, undefined until they were checked. */
  readonly placed: FilePreview | undefined;
  readonly values: LocationValues | undefined;
  readonly mapping: Mapping;
}

const initial: ImportState = {
  config: '',
  interfaceLine: undefined,
  file: undefined,
  placed: undefined,
  values: undefined,
  mapping: new Map(),
};

/** Input of all steps. The file contains a private key and is therefore only in memory: a reload discards it. */
export function useImportState() {
  const { t } = useTranslation('locations');
  const [state, setState] = useState(initial);
  const form = useZodForm<LocationValues, LocationInput>(loadLocationForm, { defaultValues: emptyLocation });

  /** Another file discards what was entered for the previous one. */
  const changeFile = (config: string) => setState({ ...initial, config });

  const acceptFile = (file: FilePreview, interfaceLine: number | undefined) => {
    setState((before) => ({ ...before, file, interfaceLine, placed: undefined }));
    form.reset(fromFile(file, window.location.hostname));
  };

  const acceptLocation = (placed: FilePreview, values: LocationValues) =>
    setState((before) => ({
      ...before,
      placed,
      values,
      mapping: suggestMapping(placed, before.mapping, (line) => t('import.peer_of_line', { line })),
    }));

  const choose = useCallback(
    (key: string, choice: PeerChoice) =>
      setState((before) => ({ ...before, mapping: new Map(before.mapping).set(key, choice) })),
    [],
  );

  return { ...state, source: sourceOf(state), form, changeFile, acceptFile, acceptLocation, choose };
}

function sourceOf({ config, interfaceLine }: ImportState): FileSource {
  return { config, ...(interfaceLine !== undefined && { interface_line: interfaceLine }) };
}

const emptyLocation: LocationInput = {
  name: '',
  address: [],
  endpoint: '',
  port: 51_820,
  allowed_ips: [],
  dns: '',
  access: 'everyone',
  allowed_groups: [],
  acl_enabled: false,
  acl_default_allow: false,
  location_mfa_mode: 'disabled',
  ...timing,
};

function fromFile({ name, address, port, dns }: FilePreview, host: string): LocationInput {
  return {
    ...emptyLocation,
    name: name ?? '',
    address,
    endpoint: host,
    port: port ?? emptyLocation.port,
    allowed_ips: routesTo(networksBehind([], address), address),
    dns: dns ?? '',
  };
}
