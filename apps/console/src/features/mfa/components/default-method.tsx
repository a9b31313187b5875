import type { UserInfo } from '@gatewarden/contract/users';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showFailure } from '../../../lib/form-errors.ts';
import { toast } from '../../../ui/toast.tsx';
import { factorsOf, secondStepsOf, useMe } from '../../auth/index.ts';
import { useSetDefaultMethod } from '../mfa.queries.ts';
import styles from './second-factors.module.css';

type Method = UserInfo['mfa_method'];

const methodOf = { webauthn: 'Webauthn', totp: 'OneTimePassword', email: 'Email' } as const satisfies Record<
  string,
  Method
>;

/** Default second factor at sign-in; shown only with several factors. */
export function DefaultMethod() {
  const { t } = useTranslation('mfa');
  const me = useMe();
  const choose = useSetDefaultMethod(me.username);
  const steps = secondStepsOf(factorsOf(me)).filter((step) => step !== 'recovery');
  if (steps.length < 2) return null;
  const names = { Webauthn: t('key.title'), OneTimePassword: t('totp.name'), Email: t('email.name') };
  const options = (['webauthn', 'totp', 'email'] as const)
    .filter((step) => steps.includes(step))
    .map((step) => ({ value: methodOf[step], label: names[methodOf[step]] }));
  return (
    <div className={styles.first}>
      <NativeSelect
        label={t('first.label')}
        description={t('first.help')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={options}
        value={choose.variables ?? me.mfa_method}
        disabled={choose.isPending}
        onChange={(event) =>
          choose.mutate(event.currentTarget.value as Method, {
            onSuccess: () => toast.success(t('first.saved')),
            onError: showFailure,
            onSettled: () => choose.reset(),
          })
        }
      />
    </div>
  );
}
