import type { LocationInfo } from '@gatewarden/contract/locations';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/error-state.tsx';
import { LeaveGuard } from '../../../ui/form/save-bar.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast.tsx';
import { DevicesStep } from '../import/devices-step.tsx';
import { FileStep } from '../import/file-step.tsx';
import type { ImportStep } from '../import/import-step.ts';
import { LocationStep } from '../import/location-step.tsx';
import { ReviewStep } from '../import/review-step.tsx';
import { StepList } from '../import/step-list.tsx';
import { useImportState } from '../import/use-import-state.ts';
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

/** The step is in the URL, so that the buttons of the browser work. */
function ImportSteps({ others }: { others: readonly LocationInfo[] }) {
  const { t } = useTranslation('locations');
  const { step: wanted = 'file' } = route.useSearch();
  const state = useImportState();
  const [isDone, setIsDone] = useState(false);
  const step = reachableStep(wanted, state);
  const content = useFocusOnChange(step);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={content} role="group" aria-label={t(`import.step.${step}`)} tabIndex={-1} className={styles.content}>
      <StepList current={step} />
      <LeaveGuard active={state.config !== '' && !isDone} hasSteps />
      <CurrentStep step={step} state={state} others={others} onDone={() => setIsDone(true)} />
    </div>
  );
}

interface StepProps {
  step: ImportStep;
  state: ReturnType<typeof useImportState>;
  others: readonly LocationInfo[];
  onDone: () => void;
}

function CurrentStep({ step, state, others, onDone }: StepProps) {
  const { t } = useTranslation('locations');
  const navigate = route.useNavigate();
  const go = (next: ImportStep) => void navigate({ search: { step: next }, ignoreBlocker: true });
  const { config, interfaceLine, file, placed, values, mapping, source, form } = state;
  return (
    <>
      {step === 'file' && (
        <FileStep
          config={config}
          preview={file}
          interfaceLine={interfaceLine}
          onChange={state.changeFile}
          onPreview={state.acceptFile}
          onContinue={() => go('location')}
        />
      )}
      {step === 'location' && (
        <LocationStep
          form={form}
          source={source}
          others={others}
          onContinue={(preview, entered) => {
            state.acceptLocation(preview, entered);
            go('devices');
          }}
          onBack={() => go('file')}
        />
      )}
      {step === 'devices' && placed && (
        <DevicesStep
          preview={placed}
          mapping={mapping}
          onChange={state.choose}
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
            onDone();
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
    </>
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

/** The last step up to the wanted one whose input is there. */
function reachableStep(
  wanted: ImportStep,
  { file, placed, values }: Pick<StepProps['state'], 'file' | 'placed' | 'values'>,
): ImportStep {
  if (!file || file.problem_count > 0) return 'file';
  return placed && values ? wanted : wanted === 'file' ? 'file' : 'location';
}
