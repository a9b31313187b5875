export { createAuth } from './auth.feature.ts';
export type { AuthService } from './auth.service.ts';
export { setBrowserCookie } from './browser-cookie.ts';
export type { SessionCookie } from './session-cookie.ts';
export type { SignedIn } from './session-start.ts';
export { usersCommands } from './users.commands.ts';
