export { meQuery, recoveryCodesKey, useMe, useSignOut } from './auth.queries.ts';
export { createKey } from './browser-key.ts';
export { MailCodeNotice } from './components/mail-code-notice.tsx';
export { SecondStepForm } from './forms/second-step-form.tsx';
export { keyFailureText } from './key-failure.ts';
export { factorsOf, secondStepsOf } from './second-steps.ts';
