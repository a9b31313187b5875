import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Activity, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from './dialog-actions.tsx';
import styles from './wizard.module.css';

export interface WizardStep {
  key: string;
  title: string;
  content: ReactNode;
}

interface Props {
  steps: readonly WizardStep[];
  /** Key of the step that shows. */
  current: string;
  /** Called to return to a previous step. */
  onBack: (key: string) => void;
}

/** A task in steps. Visited steps are hidden, not unmounted, so that their input is retained. */
export function Wizard({ steps, current, onBack }: Props) {
  const { t } = useTranslation();
  const position = Math.max(
    steps.findIndex(({ key }) => key === current),
    0,
  );
  const [furthest, setFurthest] = useState(position);
  if (position > furthest) setFurthest(position);
  return (
    <div className={styles.wizard}>
      <ol className={styles.steps}>
        {steps.map(({ key, title }, index) => {
          const state = index < position ? 'done' : index === position ? 'current' : 'ahead';
          const mark = state === 'done' ? <IconCheck size="1rem" aria-hidden /> : index + 1;
          return (
            <li
              key={key}
              className={styles.step}
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <span className={styles.mark} aria-hidden>
                {mark}
              </span>
              {state === 'done' ? (
                <button type="button" className={styles.title} onClick={() => onBack(key)}>
                  {title}
                </button>
              ) : (
                <span className={styles.title}>{title}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p className={styles.announce} role="status">
        {t('wizard.step', { step: position + 1, count: steps.length, title: steps[position]?.title })}
      </p>
      {steps.slice(0, Math.max(furthest, position) + 1).map(({ key, content }, index) => (
        <Activity key={key} mode={index === position ? 'visible' : 'hidden'}>
          {content}
        </Activity>
      ))}
    </div>
  );
}

interface ActionsProps {
  onBack?: () => void;
  /** Label; absent: "Continue". On the last step a verb. */
  nextLabel?: string;
  /** Absent: the button submits the form around it. */
  onNext?: () => void;
  busy?: boolean;
}

/** Buttons at the end of a step. */
export function WizardActions({ onBack, onNext, nextLabel, busy = false }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <DialogActions>
      {onBack && (
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('wizard.back')}
        </Button>
      )}
      <Button type={onNext ? 'button' : 'submit'} onClick={onNext} loading={busy}>
        {nextLabel ?? t('wizard.next')}
      </Button>
    </DialogActions>
  );
}
