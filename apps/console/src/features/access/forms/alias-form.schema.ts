import { EditAccessAlias } from '@gatewarden/contract/access';
import i18next from 'i18next';
import { z } from 'zod';
import { destinationLists } from './destination-lists.schema.ts';

/** Values of the alias form; `takenNames` are those of other aliases. */
export function aliasForm(takenNames: readonly string[]) {
  const taken = new Set(takenNames.map(normalized));
  return z.object({
    name: EditAccessAlias.shape.name.refine((name) => !taken.has(normalized(name)), {
      error: () => i18next.t('access:aliases.name_taken'),
    }),
    kind: EditAccessAlias.shape.kind,
    ...destinationLists,
  });
}
export type AliasInput = z.input<ReturnType<typeof aliasForm>>;
export type AliasValues = z.output<ReturnType<typeof aliasForm>>;

function normalized(name: string): string {
  return name.trim().toLowerCase();
}
