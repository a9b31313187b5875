import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from './callout.tsx';
import { CodeBlock } from './code-block.tsx';
import styles from './secret-panel.module.css';
import { type Download, TextActions } from './text-actions.tsx';

interface Props {
  /** Accessible name: "API token". */
  what: string;
  secret: string;
  /** Note instead of the default one, which says that it is shown once; null: the page says so elsewhere. */
  note?: string | null;
  /** Absent: no download. */
  download?: Download;
  /** A file, which is downloaded rather than read. */
  isFile?: boolean;
  /** Of a file: label that unfolds its text; absent: the text is always shown. */
  folded?: string | undefined;
  /** Other ways to take it along, such as a QR code. */
  children?: ReactNode;
}

/** A secret that is shown once, with buttons to copy and download. What it is part of must not be closed by a stray click. */
export function SecretPanel({ what, secret, note, download, isFile = false, folded, children }: Props) {
  const { t } = useTranslation();
  const text = <CodeBlock size={isFile ? 'small' : 'large'}>{secret}</CodeBlock>;
  return (
    <section className={styles.panel} aria-label={what}>
      {note !== null && (
        <Callout tone="warning" role="note">
          {note ?? t('secret.once')}
        </Callout>
      )}
      {!isFile && text}
      <TextActions what={what} text={secret} download={download} isPrimary={isFile} />
      {isFile && folded === undefined && text}
      {folded !== undefined && (
        <details>
          <summary className={styles.summary}>{folded}</summary>
          {text}
        </details>
      )}
      {children}
    </section>
  );
}
