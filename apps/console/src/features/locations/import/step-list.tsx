import { IconCircleCheck, IconCircleDot, IconCircleDotted } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ImportStep, importSteps } from './import-step.ts';
import styles from './step-list.module.css';

/** All steps of the import, with the current one. */
export function StepList({ current }: { current: ImportStep }) {
  const { t } = useTranslation('locations');
  const at = importSteps.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={t('import.steps')}>
      {importSteps.map((step, index) => {
        const Icon = index < at ? IconCircleCheck : index === at ? IconCircleDot : IconCircleDotted;
        return (
          <li key={step} className={styles.step} aria-current={index === at ? 'step' : undefined}>
            <Icon size="1rem" aria-hidden />
            {t(`import.step.${step}`)}
          </li>
        );
      })}
    </ol>
  );
}
