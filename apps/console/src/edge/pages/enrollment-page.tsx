import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportsSecurityKeys } from '../../features/auth/index.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import { isApiError } from '../../lib/api-error.ts';
import { lazy } from '../../lib/lazy.tsx';
import { useReloadOnReturn } from '../../lib/use-reload-on-return.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { go, useAddress } from '../address.ts';
import { type Session, sessionQuery } from '../edge.queries.ts';
import { EdgeCard } from '../edge-card.tsx';
import { currentStep, type StepName, stepsOf } from '../enrollment-steps.ts';
import { focusHeading } from '../focus-heading.ts';
import { ignoreRestOfDoubleClick } from '../ignore-rest-of-double-click.ts';
import { keepInTab, keptInTab } from '../kept-in-tab.ts';
import { LostCodes } from '../lost-codes.tsx';
import { StepHead } from '../step-head.tsx';
import { PasswordStep } from '../steps/password-step.tsx';
import { ProfileStep } from '../steps/profile-step.tsx';
import { WelcomeStep } from '../steps/welcome-step.tsx';
import { FinishedPage } from './finished-page.tsx';
import { SetupEndedPage, TimeOverPage } from './time-over-page.tsx';

// not needed for the first steps, which must appear at once on a phone
const SignInStep = lazy(async () => {
  const [file] = await Promise.all([import('../steps/sign-in-step.tsx'), loadTexts('auth')]);
  return { default: file.SignInStep };
});
const FactorStep = lazy(() => import('../steps/factor-step.tsx').then((file) => ({ default: file.FactorStep })));
const NewCodesStep = lazy(() => import('../steps/new-codes-step.tsx').then((file) => ({ default: file.NewCodesStep })));
const DeviceStep = lazy(() => import('../steps/device-step.tsx').then((file) => ({ default: file.DeviceStep })));
const FinishStep = lazy(() => import('../steps/finish-step.tsx').then((file) => ({ default: file.FinishStep })));

/** While a client may be adding a device elsewhere. */
const watchMilliseconds = 3_000;

/** What is left to do in the session of this browser; a reload continues it. */
export function EnrollmentPage() {
  const { t } = useTranslation(['edge', 'common']);
  const wanted = useAddress().search.get('step');
  const session = useQuery({
    ...sessionQuery(),
    refetchInterval: ({ state: { data } }) =>
      data && currentStep(data, wanted) === 'device' ? watchMilliseconds : false,
  });
  const [isOver, setOver] = useState(false);
  const [held, setHeld] = useState<StepName>();
  // recovery codes stay until they are saved
  if (held === undefined && (isOver || isApiError(session.error, 'enrollment_session_ended'))) {
    if (wanted === 'finish') return <FinishedPage />;
    return isOver ? <TimeOverPage /> : <SetupEndedPage isSetUp={session.data?.user.enrolled === true} />;
  }
  if (session.data)
    return (
      <Wizard session={session.data} wanted={wanted} held={held} onHold={setHeld} onTimeOver={() => setOver(true)} />
    );
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
  /** The step that shows recovery codes, which leaving it would lose. */
  held: StepName | undefined;
  onHold: (step: StepName | undefined) => void;
  onTimeOver: () => void;
}

/** What the step shows in which people choose how to sign in. */
type SignInView = 'choice' | 'password';

function Wizard({ session, wanted, held, onHold, onTimeOver }: WizardProps) {
  const { t } = useTranslation(['edge', 'mfa']);
  const queryClient = useQueryClient();
  const [chosen, setView] = useState<SignInView>('choice');
  // a core of an earlier version does not say where
  const isChoice = Boolean(session.passkey) && supportsSecurityKeys();
  const view = isChoice ? chosen : 'password';
  const [phone, setPhone] = useState(() => session.user.phone_number ?? keptInTab(session).phone);
  const [newCodes, setNewCodes] = useState<readonly string[]>();
  const steps = stepsOf(session);
  const step = held ?? currentStep(session, wanted);
  useShownStep(step, wanted);
  const at = steps.indexOf(step);
  const open = (index: number) => () => go(`/enrollment?step=${steps[index] ?? step}`);
  const next = open(at + 1);
  const back = open(at - 1);
  const codes = {
    onCodes: () => {
      keepInTab(session, { unsavedCodes: true });
      onHold(step);
    },
    // only now: the session, read again, leads to the next step, and the codes would be gone
    onSaved: async () => {
      await queryClient.invalidateQueries({ queryKey: ['session'] });
      keepInTab(session, { unsavedCodes: false });
      onHold(undefined);
    },
  };
  const ownTitle = step === 'password' ? t(signInTitles[view]) : t(`${step}.title`, { name: session.user.first_name });
  const title = held === undefined ? ownTitle : t('mfa:codes.title');
  useFocusOnChange([step, step === 'password' && view, held].join(' '));
  useReloadOnReturn();
  return (
    <EdgeCard title={title} isWide>
      <StepHead steps={steps} current={step} session={session} onTimeOver={onTimeOver} />
      {held === undefined && keptInTab(session).unsavedCodes && (
        <LostCodes
          onCodes={(given) => {
            setNewCodes(given);
            onHold(step);
          }}
        />
      )}
      {newCodes ? (
        <Suspense fallback={<FormSkeleton count={2} />}>
          <NewCodesStep
            codes={newCodes}
            onSaved={() => {
              setNewCodes(undefined);
              void codes.onSaved();
            }}
          />
        </Suspense>
      ) : (
        <>
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
                {...codes}
                onPassword={() => setView('password')}
                onBack={back}
              />
            )}
            {step === 'factor' && <FactorStep session={session} {...codes} onNext={next} />}
            {step === 'device' && <DeviceStep session={session} onNext={next} />}
            {step === 'finish' && <FinishStep session={session} />}
          </Suspense>
        </>
      )}
    </EdgeCard>
  );
}

/** The address names the step that is shown, also if another one was wanted that is done or not open yet. */
function useShownStep(step: StepName, wanted: string | null): void {
  useEffect(() => {
    if (step !== wanted) go(`/enrollment?step=${step}`, { replace: true });
  }, [step, wanted]);
}

/** The button that had the focus is gone with its step; the next one may focus a field. */
function useFocusOnChange(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
    if (!(document.activeElement instanceof HTMLInputElement)) focusHeading();
    return ignoreRestOfDoubleClick();
  }, [shown]);
}

const signInTitles = {
  choice: 'edge:sign_in.title',
  password: 'edge:password.title',
} as const satisfies Record<SignInView, string>;
