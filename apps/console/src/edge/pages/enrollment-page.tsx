import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportsSecurityKeys } from '../../features/auth/index.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/api-error.ts';
import { lazy } from '../../lib/lazy.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { go, useAddress } from '../address.ts';
import { type Session, sessionQuery } from '../edge.queries.ts';
import { EdgeCard } from '../edge-card.tsx';
import { currentStep, stepsOf } from '../enrollment-steps.ts';
import { StepHead } from '../step-head.tsx';
import { PasswordStep } from '../steps/password-step.tsx';
import { ProfileStep } from '../steps/profile-step.tsx';
import { WelcomeStep } from '../steps/welcome-step.tsx';
import { FinishedPage } from './finished-page.tsx';
import { TimeOverPage } from './time-over-page.tsx';

// not needed for the first steps, which must appear at once on a phone
const SignInStep = lazy(async () => {
  const [file] = await Promise.all([import('../steps/sign-in-step.tsx'), loadTexts('auth')]);
  return { default: file.SignInStep };
});
const FactorStep = lazy(() => import('../steps/factor-step.tsx').then((file) => ({ default: file.FactorStep })));
const DeviceStep = lazy(() => import('../steps/device-step.tsx').then((file) => ({ default: file.DeviceStep })));
const FinishStep = lazy(() => import('../steps/finish-step.tsx').then((file) => ({ default: file.FinishStep })));

/** While a client may be adding a device elsewhere. */
const watchMilliseconds = 3_000;

/** What is left to do in the session of this browser; a reload continues it. */
export function EnrollmentPage() {
  const { t } = useTranslation(['edge', 'common']);
  const step = useAddress().search.get('step');
  const session = useQuery({
    ...sessionQuery(),
    refetchInterval: step === 'device' ? watchMilliseconds : false,
  });
  const [isOver, setOver] = useState(false);
  if (isOver || isApiError(session.error, 'enrollment_session_ended')) {
    return step === 'finish' ? <FinishedPage /> : <TimeOverPage />;
  }
  if (session.data) return <Wizard session={session.data} wanted={step} onTimeOver={() => setOver(true)} />;
  return (
    <FullPage>
      {session.isError ? (
        <ErrorState asPage error={session.error} onRetry={() => void session.refetch()} retrying={session.isFetching} />
      ) : (
        <Loader size={70} role="status" aria-label={t('common:loading')} />
      )}
    </FullPage>
  );
}

interface WizardProps {
  session: Session;
  wanted: string | null;
  onTimeOver: () => void;
}

/** What the step shows in which people choose how to sign in. */
type SignInView = 'choice' | 'password' | 'codes';

function Wizard({ session, wanted, onTimeOver }: WizardProps) {
  const { t } = useTranslation(['edge', 'mfa']);
  const [chosen, setView] = useState<SignInView>('choice');
  // a core of an earlier version does not say where
  const isChoice = Boolean(session.passkey) && supportsSecurityKeys();
  const view = isChoice ? chosen : 'password';
  const [phone, setPhone] = useState(session.user.phone_number ?? '');
  const steps = stepsOf(session);
  const step = currentStep(session, wanted);
  const at = steps.indexOf(step);
  const open = (index: number) => () => go(`/enrollment?step=${steps[index] ?? step}`);
  const next = open(at + 1);
  const back = open(at - 1);
  const title = step === 'password' ? t(signInTitles[view]) : t(`${step}.title`, { name: session.user.first_name });
  useFocusOnChange(step === 'password' ? `${step} ${view}` : step);
  useReloadOnReturn();
  return (
    <EdgeCard title={title} isWide>
      <StepHead steps={steps} current={step} session={session} onTimeOver={onTimeOver} />
      {step === 'welcome' && <WelcomeStep session={session} onNext={next} />}
      {step === 'profile' && (
        <ProfileStep session={session} phone={phone} onPhone={setPhone} onNext={next} onBack={back} />
      )}
      {step === 'password' && view === 'password' && (
        <PasswordStep
          session={session}
          phone={phone}
          onNext={next}
          onBack={isChoice ? () => setView('choice') : back}
        />
      )}
      <Suspense fallback={<FormSkeleton count={2} />}>
        {step === 'password' && view !== 'password' && (
          <SignInStep
            session={session}
            phone={phone}
            onCreated={() => setView('codes')}
            onPassword={() => setView('password')}
            onNext={next}
            onBack={back}
          />
        )}
        {step === 'factor' && <FactorStep session={session} onNext={next} />}
        {step === 'device' && <DeviceStep session={session} onNext={next} />}
        {step === 'finish' && <FinishStep session={session} />}
      </Suspense>
    </EdgeCard>
  );
}

/** The button that had the focus is gone with its step; the next one may focus a field. */
function useFocusOnChange(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    if (document.activeElement instanceof HTMLInputElement) return;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [step]);
}

const signInTitles = {
  choice: 'edge:sign_in.title',
  password: 'edge:password.title',
  codes: 'mfa:codes.title',
} as const satisfies Record<SignInView, string>;

/** A page that the browser kept while the console created the passkey shows what was left to do before. */
function useReloadOnReturn(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}
