import { addApiToken } from '@gatewarden/contract/api-tokens';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { type Caller, createCaller } from '../caller.ts';
import type { TestServer } from '../harness.ts';
import type { Person } from './given.ts';

export interface Program extends Caller {
  /** The secret. */
  readonly token: string;
  readonly id: number;
}

/** A program that acts for the user with a new API token. */
export async function givenProgram(
  { url }: Pick<TestServer, 'url'>,
  person: Person,
  body: Partial<BodyInputOf<typeof addApiToken>> = {},
): Promise<Program> {
  const { username } = person;
  const made = await person.call(addApiToken, { params: { username }, body: { name: 'Script', ...body } });
  return Object.assign(Object.create(createCaller(url, undefined, made.token)) as Caller, made);
}
