import type { Secret } from '@gatewarden/process/secret';
import type { DownOptions } from './client/down.ts';
import type { LoginOptions } from './client/login.ts';
import type { LogoutOptions } from './client/logout.ts';
import type { UpOptions } from './client/up.ts';
import type { CommandName, Shell } from './command-table.ts';
import type { StatusOptions } from './status.ts';

/** What the command line asks for, validated. */
export type Command =
  | ({ readonly kind: 'join' } & JoinOptions)
  | { readonly kind: 'run' | 'leave'; readonly stateDir: string }
  | ({ readonly kind: 'status' } & StatusOptions)
  | ({ readonly kind: 'login' } & LoginOptions)
  | ({ readonly kind: 'up' } & UpOptions)
  | ({ readonly kind: 'down' } & DownOptions)
  | ({ readonly kind: 'logout' } & LogoutOptions)
  | { readonly kind: 'completion'; readonly shell: Shell }
  | { readonly kind: 'help'; readonly command: CommandName | undefined }
  | { readonly kind: 'version' };

export interface JoinOptions {
  readonly url: string;
  readonly token: Secret;
  readonly interfaceName: string;
  readonly userspaceOnly: boolean;
  readonly stateDir: string;
}
