import type { MfaInfo } from '@gatewarden/contract/auth';
import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SecondStep, secondStepsOf } from '../second-steps.ts';
import { CodeStep, type StepProps } from './code-step.tsx';
import { KeyStep } from './key-step.tsx';
import styles from './sign-in-form.module.css';

interface Props<Answer> extends StepProps<Answer> {
  factors: MfaInfo;
  /** Recovery codes are not accepted; the user has another factor. */
  withoutRecovery?: boolean;
}

/** Second factor with the default method of the user, and links to the other methods. */
export function FactorForm<Answer>({ factors, withoutRecovery = false, ...props }: Props<Answer>) {
  const { t } = useTranslation('auth');
  const steps = secondStepsOf(factors).filter((step) => !withoutRecovery || step !== 'recovery');
  const [chosen, setChosen] = useState<SecondStep>();
  const step = chosen ?? steps[0] ?? 'recovery';
  const others = steps.filter((other) => other !== step);
  return (
    <div className={styles.form}>
      {step === 'webauthn' ? <KeyStep {...props} /> : <CodeStep key={step} step={step} {...props} />}
      {others.length > 0 && (
        <div className={styles.others}>
          {others.map((other) => (
            <Anchor key={other} component="button" type="button" onClick={() => setChosen(other)}>
              <Text component="span">{t(`second_step.${other}.offer`)}</Text>
            </Anchor>
          ))}
        </div>
      )}
    </div>
  );
}
