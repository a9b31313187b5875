import type { ComponentProps, ComponentType } from 'react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import type { DeviceSectionProps } from '../../../modules/module.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { SummaryColumns } from '../../../ui/summary-columns.tsx';
import styles from './device-places.module.css';
import { DevicePlaces } from './device-places.tsx';

type Props = DeviceSectionProps & Pick<ComponentProps<typeof DevicePlaces>, 'connections' | 'onShowConfig'>;

/** What matters about a device: its locations, then what features add, its key and properties. */
export function DeviceSummary({ device, owner, connections, onShowConfig }: Props) {
  const { t } = useTranslation('devices');
  const { deviceSections } = useExtensions();
  const key = device.wireguard_pubkey;
  const sectionsOf = (column: 'main' | 'side') => (
    <Sections device={device} owner={owner} sections={deviceSections.flatMap((each) => each[column] ?? [])} />
  );
  return (
    <SummaryColumns
      main={
        <>
          <DevicePlaces device={device} owner={owner} connections={connections} onShowConfig={onShowConfig} />
          {sectionsOf('main')}
        </>
      }
      side={
        <>
          <Panel title={t('page.details')}>
            <FactList
              facts={[
                { label: t('field.public_key'), value: <code className={styles.key}>{key}</code>, copy: key },
                { label: t('field.description'), value: device.description },
              ]}
            />
          </Panel>
          {sectionsOf('side')}
        </>
      }
    />
  );
}

function Sections({ sections, ...props }: DeviceSectionProps & { sections: ComponentType<DeviceSectionProps>[] }) {
  return sections.map((Section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <Suspense key={index} fallback={<ListSkeleton count={5} />}>
      <Section {...props} />
    </Suspense>
  ));
}
