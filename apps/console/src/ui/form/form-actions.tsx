import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

interface Props {
  /** A verb: "Add device". */
  submitLabel: string;
  submitting: boolean;
  onCancel?: () => void;
}

/** The buttons below a form that makes something new. */
export function FormActions({ submitLabel, submitting, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button type="submit" loading={submitting}>
        {submitLabel}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}
