import type { AccessTest, AccessTestResult } from '@gatewarden/contract/access-tests';
import type { TFunction } from 'i18next';
import { type Describing, describeAddresses, protocolName } from './describe-rule.ts';

/** Says what the test expects. */
export function describeTest(test: AccessTest, describing: Describing): string {
  const { t, names } = describing;
  const who = describeSource(test, describing);
  const where =
    test.location_id === null
      ? ''
      : t('says.where_some', {
          locations: names.locations.get(test.location_id) ?? `#${test.location_id}`,
          count: 1,
        });
  const what = describeAddresses(test, describing);
  return t(`tests.says.${test.expectation}`, { who, what: [what, where].filter(Boolean).join(' ') });
}

function describeSource({ source_kind: kind, source_id: id }: AccessTest, { t, names }: Describing): string {
  if (kind === 'all_users' || id === null) return t('everyone');
  if (kind === 'group') return t('says.group', { group: names.groups.get(id) ?? `#${id}` });
  if (kind === 'user') return names.users.get(id) ?? `#${id}`;
  return t('says.device', { device: names.devices.get(id) ?? `#${id}` });
}

/** The protocol, with the port if it has ports. */
export function describeService(protocol: number, port: number | undefined, t: TFunction<'access'>): string {
  const protocols = protocolName(protocol, t);
  const hasPort = (protocol === 6 || protocol === 17) && port !== undefined;
  return hasPort ? t('says.ports', { protocols, ports: t('says.port', { ports: String(port), count: 1 }) }) : protocols;
}

type Counterexample = NonNullable<AccessTestResult['counterexample']>;

/** Names a connection that is decided otherwise than expected. */
export function describeCounterexample(
  { expectation }: AccessTest,
  example: Counterexample,
  { t, names }: Describing,
): string {
  const { user_id: userId, network_device_id: deviceId, source_count: count, address, protocol, port } = example;
  const { location_id: locationId } = example;
  const device = () => t('says.device', { device: names.devices.get(deviceId ?? 0) ?? `#${deviceId}` });
  const who = userId === null ? device() : (names.users.get(userId) ?? `#${userId}`);
  // the first of all protocols
  const services = protocol === 0 ? t('protocol.any') : describeService(protocol, port, t);
  return t(`tests.counterexample.${expectation}`, {
    who: count > 1 ? t('tests.and_more', { who, count: count - 1 }) : who,
    what: t('says.on', { addresses: address, services }),
    location: names.locations.get(locationId) ?? `#${locationId}`,
  });
}
