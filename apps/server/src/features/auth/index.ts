export { addAuthRoutes, authenticateCookie } from './auth.routes.ts';
export { type AuthService, createAuthService, endSessionsThatLost } from './auth.service.ts';
export { forgetOldSignIns } from './forget-old-sign-ins.job.ts';
export { createLocks } from './locks.ts';
export { createOwnSessions } from './own-sessions.ts';
export { addPasskeyRoutes } from './passkey.routes.ts';
export { createPasskeySignIn } from './passkey-sign-in.ts';
export { createSessionCookie, type SessionCookie } from './session-cookie.ts';
export { tellOfNewBrowsers } from './tell-of-new-browsers.ts';
