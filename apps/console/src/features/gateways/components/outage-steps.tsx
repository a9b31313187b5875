import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../../ui/command-line.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import styles from './outage-steps.module.css';

const commands = {
  service: 'sudo systemctl status gatewarden-gateway',
  log: 'sudo journalctl -u gatewarden-gateway -n 50',
  restart: 'sudo systemctl restart gatewarden-gateway',
} as const;

/** What to check on the machine of a gateway that is down, as commands to copy. */
export function OutageSteps() {
  const { t } = useTranslation('gateways');
  return (
    <div className={styles.steps}>
      {(['service', 'log', 'restart'] as const).map((step) => (
        <CommandLine key={step} label={t(`outage.${step}`)} command={commands[step]} />
      ))}
      <p className={styles.hint}>
        <RichText text={t('outage.terminal')} />
      </p>
      <p className={styles.hint}>{t('outage.port')}</p>
    </div>
  );
}
