import { Button, Text, Title } from '@mantine/core';
import { IconKey, IconPassword } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyFailure } from '../../features/auth/index.ts';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { type Session, useCreatePasskey, useHandOverPasskey } from '../edge.queries.ts';
import styles from './sign-in-choice.module.css';

interface Props {
  session: Session;
  phone: string;
  onCreated: (recoveryCodes: readonly string[]) => void;
  onPassword: () => void;
  onBack: () => void;
}

/** A passkey, which this page or the console creates, or a password. */
export function SignInChoice({ session, phone, onCreated, onPassword, onBack }: Props) {
  const { t } = useTranslation('edge');
  const create = useCreatePasskey();
  const handOver = useHandOverPasskey();
  const isHere = canCreateHere(session);
  const passkey = isHere ? create : handOver;
  const start = () => {
    if (isHere) create.mutate({ phone, fallbackName: t('sign_in.passkey') }, { onSuccess: onCreated });
    else handOver.mutate(phone, { onSuccess: (url) => window.location.assign(url) });
  };
  // the browser is leaving for the console
  const isLeaving = handOver.isSuccess;
  const { host } = new URL(session.instance.url);
  return (
    <div className={styles.choices}>
      <Choice
        icon={<IconKey size="1.25rem" />}
        title={t('sign_in.passkey')}
        text={t('sign_in.passkey_text')}
        detail={isHere ? undefined : t('sign_in.passkey_elsewhere', { host })}
        action={
          <Button variant="light" fullWidth loading={passkey.isPending || isLeaving} onClick={start}>
            {t('sign_in.create_passkey')}
          </Button>
        }
      />
      {passkey.isError && <KeyFailure error={passkey.error} />}
      <Choice
        icon={<IconPassword size="1.25rem" />}
        title={t('sign_in.password')}
        text={t(session.needs_second_factor ? 'sign_in.password_required_text' : 'sign_in.password_text')}
        action={
          <Button variant="light" fullWidth disabled={passkey.isPending || isLeaving} onClick={onPassword}>
            {t('sign_in.choose_password')}
          </Button>
        }
      />
      <DialogActions>
        <Button variant="default" onClick={onBack} disabled={passkey.isPending || isLeaving}>
          {t('back')}
        </Button>
      </DialogActions>
    </div>
  );
}

/** Also at the host of the console, this page can be open at another address than the instance has. */
function canCreateHere({ passkey, instance }: Session): boolean {
  return passkey === 'edge' && new URL(instance.proxy_url).origin === window.location.origin;
}

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  text: string;
  detail?: string | undefined;
  action: ReactNode;
}

function Choice({ icon, title, text, detail, action }: ChoiceProps) {
  const id = useId();
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Text className={styles.words}>{text}</Text>
      {detail !== undefined && <Text className={styles.words}>{detail}</Text>}
      <div className={styles.action}>{action}</div>
    </section>
  );
}
