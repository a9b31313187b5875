import type { LocationInfo } from '@gatewarden/contract/locations';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../lib/form-errors.ts';
import { toast } from '../../ui/toast.tsx';
import { showUndoable } from '../../ui/undo-toast.ts';
import { useSetGroupAccess } from '../locations/index.ts';

type NamedLocation = Pick<LocationInfo, 'id' | 'name'>;

interface Callbacks {
  onSuccess?: () => void;
  onError?: (error: Error) => void;
}

/** Gives the group access to locations, or takes it away, and offers to undo that. */
export function useSetAccessWithUndo(group: string) {
  const { t, i18n } = useTranslation('groups');
  const { mutate, isPending } = useSetGroupAccess();

  const doneText = (done: readonly NamedLocation[], isAllowed: boolean) => {
    const [first] = done;
    if (first && done.length === 1) {
      const names = { group, location: first.name };
      return isAllowed ? t('locations.added', names) : t('locations.removed', names);
    }
    const names = { group, count: done.length };
    return isAllowed ? t('locations.added_all', names) : t('locations.removed_all', names);
  };

  /** Locations that changed since the page was loaded can be left out; a warning names them. */
  const setAccess = (
    locations: readonly NamedLocation[],
    isAllowed: boolean,
    { onSuccess, onError = showFailure }: Callbacks = {},
  ) =>
    mutate(
      { group, locationIds: locations.map(({ id }) => id), isAllowed },
      {
        onSuccess: (ids) => {
          const done = locations.filter(({ id }) => ids.includes(id));
          if (done.length > 0) showUndoable(doneText(done, isAllowed), () => setAccess(done, !isAllowed));
          if (done.length < locations.length) {
            const left = locations.filter(({ id }) => !ids.includes(id)).map(({ name }) => name);
            toast.warning(t('locations.left', { locations: new Intl.ListFormat(i18n.language).format(left) }), {
              lifetime: 15_000,
            });
          }
          onSuccess?.();
        },
        onError,
      },
    );

  return { setAccess, isPending };
}
