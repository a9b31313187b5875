import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './fact-list.module.css';

export interface Fact {
  label: string;
  /** Nothing shows as a dash. */
  value: ReactNode;
  /** Text for a copy button: ids, keys, addresses. */
  copy?: string;
}

/** What is known about a thing: name and value, one under the other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, copy }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>
            <span>{value === null || value === undefined || value === '' ? '–' : value}</span>
            {copy && <CopyButton value={copy} what={label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
