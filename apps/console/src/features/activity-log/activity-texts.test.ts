import { ActivityEvent } from '@gatewarden/contract/activity-events';
import { Device } from '@gatewarden/contract/devices';
import { StopReport } from '@gatewarden/contract/emergency-stop';
import { Location } from '@gatewarden/contract/locations';
import { Settings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import english from './texts/en.json' with { type: 'json' };

// a check guarantees that the other languages have the same keys
const { event, says, field } = english;

it('has a name and a sentence for every event', () => {
  expect(Object.keys(event).toSorted()).toEqual(ActivityEvent.options.toSorted());
  expect(Object.keys(says).toSorted()).toEqual(ActivityEvent.options.toSorted());
});

it('has a label for every result of an emergency stop', () => {
  expect(Object.keys(StopReport.shape).filter((name) => name !== 'gateways' && !(name in field))).toEqual([]);
});

it('has a label for every field of settings, locations and devices', () => {
  const fields = [Settings, Location, Device].flatMap(({ shape }) => Object.keys(shape));
  expect(fields.filter((name) => !(name in field))).toEqual([]);
});
