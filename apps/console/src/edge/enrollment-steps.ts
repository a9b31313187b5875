import type { EnrollmentSession } from '@gatewarden/contract/enrollment.edge';

export type StepName = 'welcome' | 'profile' | 'password' | 'factor' | 'device' | 'finish';

type State = Pick<
  EnrollmentSession,
  'kind' | 'user' | 'settings' | 'has_second_factor' | 'needs_second_factor' | 'is_vpn_enabled'
>;

/** The steps of a session, in order. */
export function stepsOf(session: State): readonly StepName[] {
  const device: readonly StepName[] = canAddDevice(session) ? ['device'] : [];
  if (session.kind === 'client') return [...device, 'finish'];
  return ['welcome', 'profile', 'password', 'factor', ...device, 'finish'];
}

function canAddDevice({ is_vpn_enabled, settings, user }: State): boolean {
  return is_vpn_enabled && (!settings.admin_device_management || user.is_admin);
}

/** Whether the user must add a device before the last step. */
export function isDeviceRequired(session: State): boolean {
  return session.kind === 'enrollment' && canAddDevice(session) && !session.settings.vpn_setup_optional;
}

/** The wanted step, or the nearest one that is open: what was done stays done, and what is required comes first. */
export function currentStep(session: State, wanted: string | null): StepName {
  const steps = stepsOf(session);
  const { first, last } = openSteps(session, steps);
  const names: readonly (string | null)[] = steps;
  const at = names.indexOf(wanted);
  return steps[at === -1 ? first : Math.min(Math.max(at, first), last)] ?? 'finish';
}

function openSteps(session: State, steps: readonly StepName[]): { first: number; last: number } {
  const end = steps.length - 1;
  const { user, has_second_factor, needs_second_factor } = session;
  const hasDevice = user.device_names.length > 0;
  const lastOf = (step: StepName, isBlocking: boolean) => (isBlocking ? steps.indexOf(step) : end);
  if (session.kind === 'client') return { first: 0, last: end };
  if (!user.enrolled) return { first: 0, last: steps.indexOf('password') };
  const afterFactor = steps.indexOf('factor') + 1;
  const last = Math.min(
    lastOf('factor', needs_second_factor && !has_second_factor),
    lastOf('device', isDeviceRequired(session) && !hasDevice),
  );
  return { first: has_second_factor ? afterFactor : steps.indexOf('factor'), last };
}
