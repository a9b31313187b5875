import { Button, Stepper, VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
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

/**
 * A task in steps. Visited steps are hidden, not unmounted, so that their input is retained. A step that becomes visible
 * takes the focus, because the button that had it is hidden.
 */
export function Wizard({ steps, current, onBack }: Props) {
  const { t } = useTranslation();
  const position = Math.max(
    steps.findIndex(({ key }) => key === current),
    0,
  );
  const [furthest, setFurthest] = useState(position);
  if (position > furthest) setFurthest(position);
  const content = useFocusOfStep(position);
  return (
    <Stepper
      active={position}
      onStepClick={(index) => index < position && steps[index] && onBack(steps[index].key)}
      allowNextStepsSelect={false}
      keepMounted
      size="sm"
      className={styles.wizard}
    >
      {steps.map(({ key, title, content: shown }, index) => (
        <Stepper.Step
          key={key}
          icon={<span aria-hidden>{index + 1}</span>}
          label={title}
          disabled={index > position}
          aria-current={index === position ? 'step' : undefined}
        >
          {index <= furthest && (
            <section ref={index === position ? content : undefined} className={styles.step}>
              <VisuallyHidden component="h2" tabIndex={-1}>
                {t('wizard.step', { step: index + 1, count: steps.length, title })}
              </VisuallyHidden>
              {shown}
            </section>
          )}
        </Stepper.Step>
      ))}
    </Stepper>
  );
}

/** Focuses the heading of the step that becomes visible, unless the step has focused something else, such as a fault. */
function useFocusOfStep(position: number): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(position);
  useEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    if (!content.current?.contains(document.activeElement)) content.current?.querySelector('h2')?.focus();
  }, [position]);
  return content;
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
