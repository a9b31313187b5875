export { createAuth } from './auth.feature.ts';
export type { AuthService } from './auth.service.ts';
export { readBrowserToken, setBrowserCookie } from './browser-cookie.ts';
export type { RefusedCode } from './connect-codes.ts';
export type { PasswordOutcome } from './password-sign-in.ts';
export type { SessionCookie } from './session-cookie.ts';
export type { SignedIn } from './session-start.ts';
export type { AnswerSignIn } from './sign-in-answer.ts';
export { usersCommands } from './users.commands.ts';
