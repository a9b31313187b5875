export { addAuthRoutes, authenticateCookie } from './auth.routes.ts';
export { type AuthService, createAuthService, endSessionsOfDisabled } from './auth.service.ts';
export { forgetOldSignIns } from './forget-old-sign-ins.job.ts';
export { sessionCookie, sessionCookieOptions } from './session-cookie.ts';
