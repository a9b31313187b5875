export { createAuth } from './auth.feature.ts';
export type { AuthService, SignedIn } from './auth.service.ts';
export { setBrowserCookie } from './browser-cookie.ts';
export type { SessionCookie } from './session-cookie.ts';
export { usersCommands } from './users.commands.ts';
