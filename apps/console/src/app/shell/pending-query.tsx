import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addPendingKey, closePalette, type FieldKey, setPendingText } from './open-palette.ts';

const fieldKeys: ReadonlySet<string> = new Set<FieldKey>(['ArrowDown', 'ArrowUp', 'Enter']);
const isFieldKey = (key: string): key is FieldKey => fieldKeys.has(key);

/**
 * While the code of the palette loads: has the focus and takes what is typed, for the field of the palette. A field and
 * not a listener, so that the browser edits and composes text as it does there. Escape closes the palette.
 */
export function PendingQuery() {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // in the commit that removes the field, the palette takes the text and the focus: no key can come in between
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus({ preventScroll: true });
    return () => {
      // where the palette returns the focus to
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape') closePalette();
    else if (isFieldKey(key)) {
      // a key that is held down
      if (!event.repeat) addPendingKey(key);
    } else if (key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <VisuallyHidden>
      <input
        ref={field}
        aria-label={t('shell.search')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        onChange={(event) => setPendingText(event.currentTarget.value)}
        onKeyDown={press}
      />
    </VisuallyHidden>
  );
}
