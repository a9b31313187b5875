import type { MfaInfo } from '@gatewarden/contract/auth';
import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SecondStep, secondStepsOf } from '../second-steps.ts';
import { CodeStep, type StepProps } from './code-step.tsx';
import { KeyStep } from './key-step.tsx';
import styles from './sign-in-form.module.css';

/** Second factor with the default method of the user, and links to the other methods. */
export function SecondStepForm({ factors, ...props }: StepProps & { factors: MfaInfo }) {
  const { t } = useTranslation('auth');
  const steps = secondStepsOf(factors);
  const [chosen, setChosen] = useState<SecondStep>();
  const step = chosen ?? steps[0] ?? 'recovery';
  return (
    <div className={styles.form}>
      {step === 'webauthn' ? <KeyStep {...props} /> : <CodeStep key={step} step={step} {...props} />}
      <div className={styles.others}>
        {steps
          .filter((other) => other !== step)
          .map((other) => (
            <Anchor key={other} component="button" type="button" onClick={() => setChosen(other)}>
              <Text component="span">{t(`second_step.${other}.offer`)}</Text>
            </Anchor>
          ))}
      </div>
    </div>
  );
}
