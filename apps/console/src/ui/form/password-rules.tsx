import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './password-rules.module.css';

const ruleNames = ['length', 'lower', 'upper', 'digit', 'special'] as const;
/** One check per rule. */
export type RuleChecks = Readonly<Record<(typeof ruleNames)[number], (text: string) => boolean>>;

interface Props {
  text: string;
  rules: RuleChecks;
  /** Unmet rules are errors, because the field was checked. */
  faulty: boolean;
}

/** Rules of a password, each marked as soon as it is met. */
export function PasswordRules({ text, rules, faulty }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={styles.rules} data-faulty={faulty} aria-live="polite" aria-label={t('password.rules')}>
      {ruleNames.map((name) => {
        const isMet = rules[name](text);
        return (
          <li key={name} data-met={isMet}>
            {isMet ? <IconCheck size="1rem" aria-hidden /> : <IconPoint size="1rem" aria-hidden />}
            {t(`password.rule.${name}`)}
            <VisuallyHidden>{isMet ? t('password.met') : t('password.unmet')}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}
