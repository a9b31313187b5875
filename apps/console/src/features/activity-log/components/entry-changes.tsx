import type { ActivityDetails } from '@gatewarden/contract/activity-log';
import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../ui/fact-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import {
  type Change,
  type ContextField,
  changesIn,
  contextFieldsOf,
  isJsonObject,
  isNamedObject,
  namedObjectsIn,
} from '../changes.ts';
import { useActivityTexts } from '../use-activity-texts.ts';
import styles from './entry.module.css';
import { FieldValue } from './field-value.tsx';
import { ObjectLink, ObjectList } from './object-list.tsx';

/** Stored data of the event: old and new values side by side, and its context. */
export function EntryChanges({ metadata }: Pick<ActivityDetails, 'metadata'>) {
  const { t } = useTranslation('activity-log');
  const texts = useActivityTexts();
  const changes = changesIn(metadata);
  const context = contextFieldsOf(metadata);
  const facts = context.filter(({ value }) => !isSection(value));
  return (
    <>
      {changes && <Changes changes={changes} />}
      {facts.length > 0 && (
        <section className={styles.part}>
          <Title order={3}>{t('entry.facts')}</Title>
          <FactList
            facts={facts.map(({ field, value }) => ({
              label: texts.field(field),
              value: <ContextValue field={field} value={texts.value(field, value)} />,
            }))}
          />
        </section>
      )}
      {context
        .filter(({ value }) => isSection(value))
        .map(({ field, value }) => (
          <section key={field} className={styles.part}>
            <Title order={3}>{texts.field(field)}</Title>
            <ContextSection field={field} value={value} />
          </section>
        ))}
    </>
  );
}

function isSection(value: unknown): boolean {
  return namedObjectsIn(value) !== undefined || (isJsonObject(value) && !isReference(value));
}

/** It is shown by its name. */
function isReference(value: unknown): boolean {
  return isNamedObject(value) && value.id !== undefined;
}

function ContextValue({ field, value }: ContextField) {
  return isNamedObject(value) ? <ObjectLink field={field} object={value} /> : <FieldValue value={value} />;
}

function ContextSection({ field, value }: ContextField) {
  const texts = useActivityTexts();
  const objects = namedObjectsIn(value);
  if (objects) return <ObjectList field={field} objects={objects} />;
  return (
    <FactList
      facts={Object.entries(value ?? {}).map(([name, each]) => ({
        label: texts.field(name),
        value: <FieldValue value={texts.value(name, each)} />,
      }))}
    />
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('activity-log');
  const [showsAll, setShowsAll] = useState(false);
  const changed = changes.filter(({ isChanged }) => isChanged);
  const same = changes.length - changed.length;
  return (
    <section className={styles.part}>
      <Title order={3}>{t('entry.changes')}</Title>
      {changed.length === 0 && <p className={styles.dim}>{t('entry.no_change')}</p>}
      <ul className={styles.changes}>
        {(showsAll ? changes : changed).map((change) => (
          <ChangeRow key={change.field} change={change} isMarked={showsAll && change.isChanged} />
        ))}
      </ul>
      {same > 0 && !showsAll && (
        <Button variant="subtle" size="xs" onClick={() => setShowsAll(true)}>
          {t('entry.unchanged', { count: same })}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  change: Change;
  /** Shown among unchanged fields. */
  isMarked: boolean;
}

function ChangeRow({ change: { field, before, after, isChanged }, isMarked }: RowProps) {
  const { t } = useTranslation('activity-log');
  const texts = useActivityTexts();
  return (
    <li className={styles.change} data-changed={isChanged}>
      <div className={styles.field}>
        {texts.field(field)}
        {isMarked && <StatusBadge tone="info">{t('entry.is_changed')}</StatusBadge>}
      </div>
      <dl className={styles.pair}>
        <div className={styles.before}>
          <dt>{t('entry.before')}</dt>
          <dd>
            <FieldValue value={before} />
          </dd>
        </div>
        <div className={styles.after}>
          <dt>{t('entry.after')}</dt>
          <dd>
            <FieldValue value={after} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
