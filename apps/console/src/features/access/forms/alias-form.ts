import type { AccessAlias, EditAccessAlias } from '@gatewarden/contract/access';
import type { AliasInput, AliasValues } from './alias-form.schema.ts';
import { fromLists, toLists } from './destination-lists.ts';

export const loadAliasForm = (takenNames: readonly string[]) => async () =>
  (await import('./alias-form.schema.ts')).aliasForm(takenNames);

export const newAlias: AliasInput = { name: '', kind: 'Destination', destination: [], ports: [], protocols: [] };

/** Form values of a stored alias. */
export function toAliasForm(alias: AccessAlias): AliasInput {
  return { name: alias.name, kind: alias.kind, ...toLists(alias) };
}

/** Names of aliases other than this one, its deployed one and its pending change. */
export function takenAliasNames(aliases: readonly AccessAlias[], alias?: AccessAlias): string[] {
  const rootOf = ({ id, parent_id: parent }: AccessAlias) => parent ?? id;
  const own = alias && rootOf(alias);
  return aliases.filter((each) => rootOf(each) !== own).map(({ name }) => name);
}

export function toAliasRequest({ name, kind, ...lists }: AliasValues): EditAccessAlias {
  return { name, kind, ...fromLists(lists) };
}
