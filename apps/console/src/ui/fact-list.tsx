import type { ReactNode } from 'react';
import { BreakableText } from './breakable-text.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './fact-list.module.css';

export interface Fact {
  label: string;
  /** Empty values are shown as a dash. */
  value: ReactNode;
  /** Text for a copy button: ids, keys, addresses. */
  copy?: string;
}

/** Properties of an object: label and value, one per line. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, copy }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>
            <span>{shown(value)}</span>
            {copy && <CopyButton value={copy} what={label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function shown(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? <BreakableText value={value} /> : value;
}
