import type { AccessTest, EditAccessTest } from '@gatewarden/contract/access-tests';
import { fromLists, toLists } from './destination-lists.ts';
import type { TestInput, TestValues } from './test-form.schema.ts';

export const loadTestForm = async () => (await import('./test-form.schema.ts')).TestForm;

export const newTest: TestInput = {
  name: '',
  expectation: 'allowed',
  source: 'all_users',
  location: null,
  destination: [],
  ports: [],
  protocols: [],
};

/** Form values of a stored test. */
export function toTestForm(test: AccessTest): TestInput {
  const { name, expectation, source_kind: kind, source_id: id, location_id: locationId } = test;
  return {
    name,
    expectation,
    source: id === null ? kind : `${kind} ${id}`,
    location: locationId === null ? null : String(locationId),
    ...toLists(test),
  };
}

export function toTestRequest({ name, expectation, source, location, ...lists }: TestValues): EditAccessTest {
  const [kind, id] = source.split(' ') as [EditAccessTest['source_kind'], string | undefined];
  return {
    name,
    expectation,
    source_kind: kind,
    source_id: id === undefined ? null : Number(id),
    location_id: location === null ? null : Number(location),
    ...fromLists(lists),
  };
}
