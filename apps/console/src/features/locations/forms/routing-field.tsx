import { Radio, Stack } from '@mantine/core';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TagListField } from '../../../ui/form/tag-list-field.tsx';
import type { LocationInput } from './location-form.schema.ts';
import { RoutingNotes } from './location-notes.tsx';
import { allTraffic, isAllTraffic, networksBehind, routesTo } from './routed-networks.ts';

/** What devices send through the VPN: all traffic, or that for the networks behind the gateway and the VPN itself. */
export function RoutingField() {
  const { t } = useTranslation('locations');
  const { field } = useController<LocationInput, 'allowed_ips'>({ name: 'allowed_ips' });
  const address = useWatch<LocationInput, 'address'>({ name: 'address' });
  const selected = useRef<readonly string[]>([]);
  const isAll = isAllTraffic(field.value);
  const choose = (choice: string) => {
    if (choice === 'all') {
      selected.current = networksBehind(field.value, address);
      field.onChange([...allTraffic]);
    } else {
      field.onChange(routesTo(selected.current, address));
    }
  };
  return (
    <Stack gap="sm">
      <Radio.Group value={isAll ? 'all' : 'some'} onChange={choose} label={t('field.routing')}>
        <Stack gap="sm" mt="xs">
          <Radio value="some" label={t('routing.some')} description={t('routing.some_help')} />
          <Radio value="all" label={t('routing.all')} description={t('routing.all_help')} />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <div>
          <TagListField
            name="allowed_ips"
            label={t('field.behind')}
            help={t('help.behind')}
            placeholder="192.168.10.0/24"
            optional
            entries={networksBehind(field.value, address)}
            onEntries={(behind) => field.onChange(routesTo(behind, address))}
          />
          <RoutingNotes />
        </div>
      )}
    </Stack>
  );
}
