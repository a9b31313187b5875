import { Kbd, Modal } from '@mantine/core';
import { IconArrowLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './palette-dialog.module.css';
import type { PaletteItem } from './palette-items.tsx';
import { useStableOrder } from './use-stable-order.ts';

export interface PaletteTexts {
  /** Name of the dialog and of the field. */
  readonly name: string;
  readonly placeholder: string;
  /** Name of the list. */
  readonly results: string;
  readonly back: string;
}

type QueuedKey = 'ArrowDown' | 'ArrowUp' | 'Enter';

interface Props {
  opened: boolean;
  onClose: () => void;
  query: string;
  onQuery: (query: string) => void;
  /** Keys that were pressed before the results that they act on were shown, oldest first. */
  queuedKeys: readonly QueuedKey[];
  onQueuedKeys: (keys: readonly QueuedKey[]) => void;
  /** Further results can follow. */
  isSearching: boolean;
  items: readonly PaletteItem[];
  /** The item whose actions are shown. */
  scope: PaletteItem | undefined;
  onScope: (item: PaletteItem | undefined) => void;
  onRun: (item: PaletteItem) => void;
  texts: PaletteTexts;
  /** Below the results: nothing found, a failure. */
  status?: ReactNode;
  /** Number of results, or that there are none; read aloud. */
  announcement: string;
  /** Keys and what they do. */
  hints: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

/**
 * A field with a list of results below (the combobox pattern of the ARIA practices): the field keeps the focus, arrows
 * move the highlight, → shows the actions of the highlighted item.
 */
export function PaletteDialog(props: Props) {
  const { opened, onClose, texts } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      closeOnEscape={false}
      padding={0}
      size="40rem"
      centered={false}
      yOffset="10vh"
      // the name of the dialog; there is no other way to give it one
      title={texts.name}
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content ?? '', header: styles.hidden ?? '', body: styles.body ?? '' }}
    >
      <Search {...props} />
    </Modal>
  );
}

function Search(props: Props) {
  const { query, onQuery, queuedKeys, onQueuedKeys, isSearching, items, scope, onScope } = props;
  const { onClose, onRun, texts, status, announcement, hints } = props;
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [highlight, setHighlight] = useState<{ readonly id: string; readonly of: string }>();
  // begins at the first result of each query
  const of = `${scope?.id ?? ''}\n${query}`;
  const highlighted = highlight?.of === of ? highlight.id : undefined;
  const setHighlighted = (id: string) => setHighlight({ id, of });
  const shown = useStableOrder(items, highlighted !== undefined);
  const index = Math.max(
    shown.findIndex(({ id }) => id === highlighted),
    0,
  );
  const current = shown[index];
  const optionId = (at: number) => `${listId}-${at}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that leaves the actions is removed with its focus
  useLayoutEffect(() => field.current?.focus(), [scope?.id]);
  useEffect(() => {
    // jsdom has no layout
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  });
  const move = (step: number) => {
    const next = shown[(index + step + shown.length) % shown.length];
    if (next) setHighlighted(next.id);
  };
  const isAtEnd = () => field.current?.selectionStart === query.length && field.current.selectionEnd === query.length;
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter ends the composition of a syllable
    if (event.nativeEvent.isComposing) return;
    const act = reactionTo(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const enter = () => {
    if (current) onRun(current);
    // for the first result that is found
    else if (isSearching) onQueuedKeys(['Enter']);
  };
  const reactionTo = (key: string): (() => void) | undefined => {
    if (key === 'ArrowDown') return () => move(1);
    if (key === 'ArrowUp') return () => move(-1);
    if (key === 'Enter') return enter;
    if (key === 'Escape') return scope ? () => onScope(undefined) : onClose;
    if (key === 'ArrowRight' && isAtEnd() && current?.actions?.length) return () => onScope(current);
    if ((key === 'ArrowLeft' || key === 'Backspace') && scope && query === '') return () => onScope(undefined);
    return undefined;
  };
  useLayoutEffect(() => {
    const [key, ...later] = queuedKeys;
    if (key === undefined || (!current && isSearching)) return;
    onQueuedKeys(later);
    reactionTo(key)?.();
  });

  return (
    <>
      <div className={styles.head}>
        {scope ? (
          <button type="button" className={styles.back} onClick={() => onScope(undefined)} aria-label={texts.back}>
            <IconArrowLeft size="1.25rem" aria-hidden />
            <span className={styles.scope}>{scope.label}</span>
          </button>
        ) : (
          <IconSearch size="1.25rem" aria-hidden className={styles.icon} />
        )}
        <input
          ref={field}
          className={styles.input}
          role="combobox"
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-label={texts.placeholder}
          {...(current && { 'aria-activedescendant': optionId(index) })}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      {/* the field keeps the focus when a result is chosen with the mouse */}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={texts.results}
        className={styles.list}
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((item, at) => (
          <Option
            key={item.id}
            id={optionId(at)}
            item={item}
            heading={scope === undefined && item.group !== shown[at - 1]?.group ? item.group : undefined}
            isHighlighted={at === index}
            onHighlight={() => setHighlighted(item.id)}
            onRun={() => onRun(item)}
            onActions={() => onScope(item)}
          />
        ))}
      </div>
      {status && <div className={styles.status}>{status}</div>}
      <div role="status" className={styles.hidden}>
        {announcement}
      </div>
      <div className={styles.footer} aria-hidden>
        {hints.map(({ keys, does }) => (
          <span key={does} className={styles.hint}>
            {keys.map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
            {does}
          </span>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  heading: string | undefined;
  isHighlighted: boolean;
  onHighlight: () => void;
  onRun: () => void;
  onActions: () => void;
}

function Option({ id, item, heading, isHighlighted, onHighlight, onRun, onActions }: OptionProps) {
  const { label, description, icon, actions } = item;
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className={styles.heading}>
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and `aria-activedescendant` names the option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field handles keys */}
      <div
        id={id}
        role="option"
        aria-selected={isHighlighted}
        className={styles.option}
        onMouseMove={isHighlighted ? undefined : onHighlight}
        onClick={onRun}
      >
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
        <span className={styles.texts}>
          <span className={styles.label}>{label}</span>
          {description && <span className={styles.description}>{description}</span>}
        </span>
        {actions && actions.length > 0 && (
          // for the mouse and touch; the key → does the same
          <span
            aria-hidden
            className={styles.more}
            onClick={(event) => {
              event.stopPropagation();
              onActions();
            }}
          >
            <IconChevronRight size="1rem" />
          </span>
        )}
      </div>
    </>
  );
}
