import { useTranslation } from 'react-i18next';
import type { Session } from './edge.queries.ts';
import type { StepName } from './enrollment-steps.ts';
import styles from './step-head.module.css';
import { TimeLeft } from './time-left.tsx';

interface Props {
  steps: readonly StepName[];
  current: StepName;
  session: Session;
  onTimeOver: () => void;
}

/** Which steps there are, and how long the session lasts. */
export function StepHead({ steps, current, session, onTimeOver }: Props) {
  const { t } = useTranslation('edge');
  const at = steps.indexOf(current);
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <span>{t('steps.count', { number: at + 1, total: steps.length })}</span>
        {/* nothing is left to do in the last step, so its time is not counted */}
        {current !== 'finish' && <TimeLeft session={session} onOver={onTimeOver} />}
      </div>
      {steps.length > 1 && (
        <ol className={styles.steps} aria-label={t('steps.label')}>
          {steps.map((step, index) => (
            <li
              key={step}
              className={styles.step}
              data-state={index < at ? 'done' : index === at ? 'current' : 'open'}
              aria-current={index === at ? 'step' : undefined}
            >
              <span className={styles.name}>{t(`steps.${step}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
