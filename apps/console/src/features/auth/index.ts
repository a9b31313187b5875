export { meQuery, useMe, useSignOut } from './auth.queries.ts';
export { MailCodeNotice } from './components/mail-code-notice.tsx';
export { SecondStepForm } from './forms/second-step-form.tsx';
export { isReturnPath } from './return-path.ts';
export { factorsOf, secondStepsOf } from './second-steps.ts';
