export { meQuery, useMe, useSignOut } from './auth.queries.ts';
export { SecondStepForm } from './forms/second-step-form.tsx';
export { isReturnPath } from './return-path.ts';
export { factorsOf } from './second-steps.ts';
