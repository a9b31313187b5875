import type { ClientDependencies } from './client/client-dependencies.ts';
import { down } from './client/down.ts';
import { login } from './client/login.ts';
import { logout } from './client/logout.ts';
import { up } from './client/up.ts';
import type { Command } from './command.ts';
import { completionScript } from './completion.ts';
import type { Dependencies } from './dependencies.ts';
import { helpText } from './help.ts';
import { join } from './join.ts';
import { leave } from './leave.ts';
import { run } from './run.ts';
import { printStatus } from './status.ts';

/** @throws StopError */
export async function perform(
  command: Command,
  dependencies: Dependencies & ClientDependencies,
  version: string,
): Promise<void> {
  switch (command.kind) {
    case 'help':
      return dependencies.print(helpText(command.command).trimEnd());
    case 'version':
      return dependencies.print(version);
    case 'completion':
      return dependencies.print(completionScript(command.shell).trimEnd());
    case 'join':
      return join(command, dependencies);
    case 'run':
      return run(command.stateDir, dependencies);
    case 'leave':
      return leave(command.stateDir, dependencies);
    case 'status':
      return printStatus(command, dependencies);
    case 'login':
      return login(command, dependencies);
    case 'up':
      return up(command, dependencies);
    case 'down':
      return down(command, dependencies);
    case 'logout':
      return logout(command, dependencies);
  }
}
