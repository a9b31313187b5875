import type { FilePreview } from '@gatewarden/contract/location-import';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { LocationInput, LocationValues } from '../forms/location-form.schema.ts';
import { loadLocationForm, timing } from '../forms/location-form.ts';
import { networksBehind, routesTo } from '../forms/routed-networks.ts';
import { DevicesStep } from '../import/devices-step.tsx';
import { FileStep } from '../import/file-step.tsx';
import type { ImportStep } from '../import/import-step.ts';
import { LocationStep } from '../import/location-step.tsx';
import { type Mapping, type PeerChoice, suggestMapping } from '../import/mapping.ts';
import { ReviewStep } from '../import/review-step.tsx';
import { StepList } from '../import/step-list.tsx';
import { locationsQuery } from '../locations.queries.ts';
import styles from './import-location-screen.module.css';

const route = getRouteApi('/signed-in/admin/locations/new/import');

/** Adds a location from the configuration of a WireGuard server, in steps; only the last one stores anything. */
export function ImportLocationScreen() {
  const { t } = useTranslation('locations');
  const locations = useQuery(locationsQuery());
  return (
    <>
      <PageHeader
        title={t('import.title')}
        state={t('import.text')}
        above={[
          { label: t('title'), to: '/locations' },
          { label: t('add.title'), to: '/locations/new' },
        ]}
      />
      {locations.isPending && <FormSkeleton count={4} />}
      {!locations.data && locations.isError && (
        <ErrorState
          error={locations.error}
          title={t('failed')}
          onRetry={() => void locations.refetch()}
          retrying={locations.isFetching}
        />
      )}
      {locations.data && <ImportSteps others={locations.data} />}
    </>
  );
}

/**
 * The step is in the URL, so that the buttons of the browser work. The file contains a private key and is therefore only in
 * memory: after a reload the import begins again.
 */
function ImportSteps({ others }: { others: readonly LocationInfo[] }) {
  const { t } = useTranslation('locations');
  const { step: wanted = 'file' } = route.useSearch();
  const navigate = route.useNavigate();
  const [config, setConfig] = useState('');
  const [interfaceLine, setInterfaceLine] = useState<number>();
  const [file, setFile] = useState<FilePreview>();
  // with the addresses that were entered
  const [placed, setPlaced] = useState<FilePreview>();
  const [values, setValues] = useState<LocationValues>();
  const [mapping, setMapping] = useState<Mapping>(new Map());
  const [isDone, setIsDone] = useState(false);
  const form = useZodForm<LocationValues, LocationInput>(loadLocationForm, { defaultValues: emptyLocation });
  const choose = useCallback(
    (key: string, choice: PeerChoice) => setMapping((before) => new Map(before).set(key, choice)),
    [],
  );
  const step = reachable(wanted, { file, placed, values });
  const go = (next: ImportStep) => void navigate({ search: { step: next }, ignoreBlocker: true });
  const source = { config, ...(interfaceLine !== undefined && { interface_line: interfaceLine }) };
  const acceptFile = (preview: FilePreview, line: number | undefined) => {
    setFile(preview);
    setInterfaceLine(line);
    setPlaced(undefined);
    form.reset(fromFile(preview, window.location.hostname));
  };
  const content = useFocusOnChange(step);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={content} role="group" aria-label={t(`import.step.${step}`)} tabIndex={-1} className={styles.content}>
      <StepList current={step} />
      <LeaveGuard active={config !== '' && !isDone} hasSteps />
      {step === 'file' && (
        <FileStep
          config={config}
          preview={file}
          interfaceLine={interfaceLine}
          onChange={(text) => {
            setConfig(text);
            setInterfaceLine(undefined);
            setFile(undefined);
            setPlaced(undefined);
            setMapping(new Map());
          }}
          onPreview={acceptFile}
          onContinue={() => go('location')}
        />
      )}
      {step === 'location' && (
        <LocationStep
          form={form}
          source={source}
          others={others}
          onContinue={(preview, entered) => {
            setPlaced(preview);
            setValues(entered);
            setMapping((before) => suggestMapping(preview, before, (line) => t('import.peer_of_line', { line })));
            go('devices');
          }}
          onBack={() => go('file')}
        />
      )}
      {step === 'devices' && placed && (
        <DevicesStep
          preview={placed}
          mapping={mapping}
          onChange={choose}
          onContinue={() => go('review')}
          onBack={() => go('location')}
        />
      )}
      {step === 'review' && placed && values && (
        <ReviewStep
          source={source}
          preview={placed}
          values={values}
          mapping={mapping}
          onAdded={(id, name, count) => {
            setIsDone(true);
            toast.success(t('import.done', { name, count }));
            void navigate({
              to: '/locations/$locationId/gateways',
              params: { locationId: String(id) },
              ignoreBlocker: true,
              replace: true,
            });
          }}
          onBack={() => go('devices')}
        />
      )}
    </div>
  );
}

/** The previous step had the focus, and is gone. A field of the next one may have it already. */
function useFocusOnChange(step: ImportStep) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (!element.current?.contains(document.activeElement)) element.current?.focus();
  }, [step]);
  return element;
}

interface Done {
  readonly file: FilePreview | undefined;
  readonly placed: FilePreview | undefined;
  readonly values: LocationValues | undefined;
}

/** The last step up to the wanted one whose input is there. */
function reachable(wanted: ImportStep, { file, placed, values }: Done): ImportStep {
  if (!file || file.problem_count > 0) return 'file';
  return placed && values ? wanted : wanted === 'file' ? 'file' : 'location';
}

const emptyLocation: LocationInput = {
  ...{ name: '', address: [], endpoint: '', port: 51_820, allowed_ips: [], dns: '' },
  ...{
    access: 'everyone',
    allowed_groups: [],
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled',
  },
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
