import { Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showUndoable } from '../undo-toast.ts';
import { useShownTab } from '../use-shown-tab.ts';
import { type FilterValues, isSameFilter, useOwnViews } from './use-views.ts';
import styles from './view-tabs.module.css';

interface View {
  readonly label: string;
  readonly filter: FilterValues;
}

interface Props {
  /** Name of the list in this browser's storage. */
  list: string;
  /** Views of the product; the first one has no filter. */
  views: readonly View[];
  /** Active filter. */
  filter: FilterValues;
  linkOf: (filter: FilterValues) => LinkProps;
}

/** Saved filters as tabs, each with an address. Filters that are no view yet can be saved by name in this browser. */
export function ViewTabs({ list, views, filter, linkOf }: Props) {
  const { t } = useTranslation();
  const { own, save, remove } = useOwnViews(list);
  const all = [...views, ...own.map(({ name, filter: values }) => ({ label: name, filter: values, isOwn: true }))];
  const current = all.find((view) => isSameFilter(view.filter, filter));
  return (
    <nav
      ref={useShownTab('[data-current="true"]', current?.label)}
      aria-label={t('views.title')}
      className={styles.tabs}
    >
      {all.map((view) => (
        <span key={`${view.label} ${'isOwn' in view}`} className={styles.tab} data-current={view === current}>
          <Link
            {...linkOf(view.filter)}
            replace
            // the router compares addresses, which also have the order
            activeProps={{}}
            aria-current={view === current ? 'page' : undefined}
            className={styles.link}
          >
            {view.label}
          </Link>
          {'isOwn' in view && view === current && (
            <CloseButton
              size="xs"
              aria-label={t('views.remove', { name: view.label })}
              onClick={() => showUndoable(t('views.removed', { name: view.label }), remove(view.label))}
            />
          )}
        </span>
      ))}
      {!current && <SaveView taken={all.map(({ label }) => label)} onSave={(name) => save(name, filter)} />}
    </nav>
  );
}

const maxNameLength = 40;

function SaveView({ taken, onSave }: { taken: readonly string[]; onSave: (name: string) => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isTaken = taken.includes(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || isTaken) return;
    setOpened(false);
    onSave(name);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmark size="1rem" aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          {t('views.save')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.save')}>
        <form className={styles.form} onSubmit={submit}>
          <TextInput
            label={t('views.name')}
            value={typed}
            maxLength={maxNameLength}
            data-autofocus
            error={isTaken && t('views.taken')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('views.save')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
