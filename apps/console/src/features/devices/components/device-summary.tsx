import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useExtensions } from '../../../modules/extensions.tsx';
import type { DeviceSectionProps } from '../../../modules/module.ts';
import { ModuleSections } from '../../../modules/module-sections.tsx';
import { CodeText } from '../../../ui/code-text.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SummaryColumns } from '../../../ui/summary-columns.tsx';
import { DevicePlaces } from './device-places.tsx';

type Props = DeviceSectionProps & Pick<ComponentProps<typeof DevicePlaces>, 'connections' | 'onShowConfig'>;

/** What matters about a device: its locations, then what features add, its key and properties. */
export function DeviceSummary({ device, owner, connections, onShowConfig }: Props) {
  const { t } = useTranslation('devices');
  const sections = useExtensions().summarySections.device;
  const key = device.wireguard_pubkey;
  return (
    <SummaryColumns
      main={
        <>
          <DevicePlaces device={device} owner={owner} connections={connections} onShowConfig={onShowConfig} />
          <ModuleSections sections={sections.main} of={{ device, owner }} />
        </>
      }
      side={
        <>
          <Panel title={t('page.details')}>
            <FactList
              facts={[
                { label: t('field.public_key'), value: <CodeText value={key} />, copy: key },
                { label: t('field.description'), value: device.description },
                ...(device.last_polled_at === null
                  ? []
                  : [
                      { label: t('field.client'), value: device.client ?? t('page.unknown_client') },
                      { label: t('field.last_polled'), value: <RelativeTime at={device.last_polled_at} /> },
                    ]),
              ]}
            />
          </Panel>
          <ModuleSections sections={sections.side} of={{ device, owner }} />
        </>
      }
    />
  );
}
