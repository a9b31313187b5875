export { meQuery, recoveryCodesKey, useMe, useSignOut } from './auth.queries.ts';
export { createKey } from './browser-key.ts';
export { KeyFailure } from './components/key-failure.tsx';
export { MailCodeNotice } from './components/mail-code-notice.tsx';
export { SignIn } from './components/sign-in.tsx';
export { SecondStepForm } from './forms/second-step-form.tsx';
export { onUserChange } from './on-user-change.ts';
export { factorsOf, secondStepsOf } from './second-steps.ts';
export { parseSignInSearch } from './sign-in-search.ts';
