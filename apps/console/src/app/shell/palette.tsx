import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../features/auth/index.ts';
import {
  addRecent,
  type PersonAction as PersonActionName,
  readRecents,
  searchQuery,
  useObjectItems,
} from '../../features/search/index.ts';
import { PersonAction } from '../../features/users/index.ts';
import { useConnection, useReturn } from '../../lib/connection.ts';
import { PaletteDialog } from '../../ui/palette/palette-dialog.tsx';
import { type PaletteItem, useRegisteredItems } from '../../ui/palette/palette-items.tsx';
import { orderByRank, type RankedItem, rankOf } from '../../ui/palette/rank-items.ts';
import { closePalette, type FieldKey, type PaletteState, takePendingInput } from './open-palette.ts';
import { useCommandItems } from './use-command-items.tsx';
import { useEntryItems } from './use-entry-items.tsx';

const typingMilliseconds = 150;
/** Before the query, it limits the results to actions. */
const actionMark = '>';
const remoteRanks = { exact: 0, start: 1, word: 2, part: 3 } as const;

interface RequestedAction {
  readonly username: string;
  readonly action: PersonActionName;
  /** So that each request is a new one. */
  readonly nth: number;
}

/**
 * The command palette: pages, settings, actions of the screen and of the instance, found in the browser; and objects, which
 * core finds.
 */
export function Palette({ state }: { state: PaletteState }) {
  const [action, setAction] = useState<RequestedAction>();
  const runPersonAction = useCallback(
    (username: string, name: PersonActionName) =>
      setAction((before) => ({ username, action: name, nth: (before?.nth ?? 0) + 1 })),
    [],
  );
  return (
    <>
      <OpenPalette state={state} onPersonAction={runPersonAction} />
      {action && (
        <Suspense>
          <PersonAction key={action.nth} username={action.username} action={action.action} />
        </Suspense>
      )}
    </>
  );
}

interface OpenProps {
  state: PaletteState;
  onPersonAction: (username: string, action: PersonActionName) => void;
}

function OpenPalette({ state, onPersonAction }: OpenProps) {
  const { t } = useTranslation(['search', 'common']);
  const me = useMe();
  const [query, setQuery] = useState('');
  const [queuedKeys, setQueuedKeys] = useState<readonly FieldKey[]>([]);
  const [scope, setScope] = useState<PaletteItem>();
  const isOpen = state !== 'closed';
  const [before, setBefore] = useState(state);
  if (before !== state) {
    setBefore(state);
    // begins without a query each time
    setQuery('');
    setQueuedKeys([]);
    setScope(undefined);
  }
  // not when rendering begins: what is typed until the palette shows belongs to it too
  useLayoutEffect(() => {
    const { text, keys } = takePendingInput();
    if (text !== '') setQuery((typed) => typed + text);
    if (keys.length > 0) setQueuedKeys(keys);
  }, []);
  const isForActions = query.trimStart().startsWith(actionMark);
  const text = (isForActions ? query.trimStart().slice(1) : query).trim();
  const remote = useRemoteSearch(text, isOpen && state === 'search' && !isForActions && !scope);
  const toItem = useObjectItems(onPersonAction);
  const { items: entries, create } = useEntryItems();
  const registered = useRegisteredItems();
  const commands = useCommandItems();
  const local = useMemo(
    () => (state === 'create' ? create : [...registered, ...entries, ...commands]),
    [state, create, registered, entries, commands],
  );
  const objects = useMemo(
    () => remote.found.map((result) => ({ item: toItem(result), rank: remoteRanks[result.match] })),
    [remote.found, toItem],
  );
  const items = useMemo(() => {
    if (scope) return itemsOfScope(scope, query);
    if (text === '') {
      if (isForActions) return byGroup(local.filter(({ isAction }) => isAction));
      if (state === 'create') return local;
      const byId = new Map(local.map((item) => [item.id, item]));
      const recents = readRecents(me.id)
        .flatMap(({ id, result }) => (result ? toItem(result) : (byId.get(id) ?? [])))
        .map((item) => ({ ...item, group: t('group.recent') }));
      const known = new Set(recents.map(({ id }) => id));
      return byGroup([
        ...recents,
        ...local.filter(({ id, isAction }) => !known.has(id) && (isAction || !isSetting(id))),
      ]);
    }
    const found = local.flatMap((item): RankedItem[] => {
      const rank = isForActions && !item.isAction ? undefined : rankOf(item, text);
      return rank === undefined ? [] : [{ item, rank }];
    });
    const still = remote.isCurrent ? objects : objects.filter(({ item }) => rankOf(item, text) !== undefined);
    return orderByRank([...found, ...still]);
  }, [scope, query, text, isForActions, state, local, objects, remote.isCurrent, me.id, toItem, t]);

  const run = (item: PaletteItem) => {
    closePalette();
    const result = remote.found.find((each) => toItem(each).id === item.id);
    const before = readRecents(me.id).find(({ id }) => id === item.id);
    if (!scope && !item.isAction) addRecent(me.id, { id: item.id, result: result ?? before?.result });
    item.run();
  };
  const changeScope = (item: PaletteItem | undefined) => {
    setScope(item);
    setQuery('');
  };
  const isNothing = items.length === 0 && query.trim() !== '' && (scope !== undefined || remote.isSettled);
  return (
    <PaletteDialog
      opened={isOpen}
      onClose={closePalette}
      query={query}
      onQuery={(text) => {
        setQuery(text);
        setQueuedKeys([]);
      }}
      queuedKeys={queuedKeys}
      onQueuedKeys={setQueuedKeys}
      isSearching={!remote.isSettled}
      items={items}
      scope={scope}
      onScope={changeScope}
      onRun={run}
      texts={{
        name: t('common:shell.search'),
        placeholder: scope ? t('placeholder_actions') : state === 'create' ? t('placeholder_create') : t('placeholder'),
        results: t('results'),
        back: t('back'),
      }}
      status={
        remote.problem === undefined ? (
          isNothing && t('nothing', { query: scope ? query.trim() : text })
        ) : (
          <>
            {t(remote.problem)}
            {remote.problem === 'failed' && (
              <Button size="compact-sm" variant="default" onClick={remote.retry}>
                {t('common:error.retry')}
              </Button>
            )}
          </>
        )
      }
      announcement={remote.isSettled && text !== '' ? t('count', { count: items.length }) : ''}
      hints={[
        { keys: ['↑', '↓'], does: t('key.move') },
        { keys: ['Enter'], does: t('key.open') },
        ...(scope || state === 'create'
          ? []
          : [
              { keys: ['→'], does: t('key.actions') },
              { keys: ['>'], does: t('key.only_actions') },
            ]),
        { keys: ['Esc'], does: scope ? t('back') : t('common:close') },
      ]}
    />
  );
}

const byGroup = (items: readonly PaletteItem[]) => [...Map.groupBy(items, ({ group }) => group).values()].flat();

/** Settings are found when they are searched for; listing all of them would hide the pages. */
const isSetting = (id: string) => id.startsWith('setting:');

function itemsOfScope({ actions = [] }: PaletteItem, query: string): PaletteItem[] {
  const items = actions.map((action) => ({ ...action, group: '', isAction: true }));
  return query.trim() === '' ? items : items.filter((item) => rankOf(item, query) !== undefined);
}

/** Objects that core finds, some time after the last key. */
function useRemoteSearch(text: string, isWanted: boolean) {
  const [typed] = useDebouncedValue(text, typingMilliseconds);
  const isOn = isWanted && text !== '' && typed !== '';
  const { state } = useConnection();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(typed),
    enabled: isOn && state !== 'away',
  });
  useReturn(isOn ? () => void refetch() : undefined);
  const isAway = isOn && state === 'away';
  return {
    found: (isOn && !isAway && data) || none,
    /** Whether the results are those of the text. */
    isCurrent: typed === text && !isPlaceholderData,
    isSettled: !isWanted || isAway || (typed === text && !isFetching),
    problem: isAway ? ('offline' as const) : isOn && isError && !isFetching ? ('failed' as const) : undefined,
    retry: () => void refetch(),
  };
}

const none: readonly never[] = [];
