import { Button, Textarea } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MarkdownText } from '../markdown-text.tsx';
import styles from './markdown-field.module.css';
import { type FieldProps, useField } from './use-field.ts';

export interface Placeholder {
  /** As in the text: `{{ name }}`. */
  readonly name: string;
  readonly label: string;
}

interface Props extends FieldProps {
  placeholders: readonly Placeholder[];
  /** The text with samples in place of the placeholders. */
  fill: (text: string) => string;
  defaultText: string;
}

const shownRows = 14;

/** A message in Markdown with its preview beside it, or below it on phones. */
export function MarkdownField({ placeholders, fill, defaultText, ...props }: Props) {
  const { t } = useTranslation();
  const { shared, field } = useField(props);
  const element = useRef<HTMLTextAreaElement>(null);
  const ref = useMergedRef(shared.ref, element);
  const text = String(field.value ?? '');
  const insert = (name: string) => {
    const { selectionStart: start, selectionEnd: end } = element.current ?? { selectionStart: 0, selectionEnd: 0 };
    const placeholder = `{{ ${name} }}`;
    // the selection is set in the changed text
    flushSync(() => field.onChange(text.slice(0, start) + placeholder + text.slice(end)));
    const position = start + placeholder.length;
    element.current?.focus();
    element.current?.setSelectionRange(position, position);
  };
  return (
    <div className={styles.field}>
      <div className={styles.sides}>
        <Textarea {...shared} ref={ref} rows={shownRows} value={text} onChange={field.onChange} />
        <Preview text={fill(text)} />
      </div>
      <fieldset className={styles.placeholders}>
        <legend className={styles.legend}>{t('markdown.insert')}</legend>
        {placeholders.map(({ name, label }) => (
          <Button key={name} variant="default" size="compact-sm" onClick={() => insert(name)}>
            {label}
          </Button>
        ))}
      </fieldset>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={text === defaultText}
          onClick={() => field.onChange(defaultText)}
        >
          {t('markdown.restore')}
        </Button>
      </div>
    </div>
  );
}

function Preview({ text }: { text: string }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <div className={styles.legend} id={id}>
        {t('markdown.preview')}
      </div>
      <div className={styles.shown} translate="no">
        {text.trim() === '' ? t('markdown.nothing') : <MarkdownText text={text} />}
      </div>
    </section>
  );
}
