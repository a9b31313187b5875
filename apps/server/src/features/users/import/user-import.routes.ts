import * as contract from '@gatewarden/contract/user-import';
import type { Database } from '../../../platform/database/database.ts';
import type { Router } from '../../../platform/http/router.ts';
import { exportUsers } from '../export-users.ts';
import type { UserImport } from './import-users.ts';

interface Dependencies {
  readonly db: Database;
  readonly userImport: UserImport;
}

export function addUserImportRoutes(router: Router, { db, userImport }: Dependencies): void {
  router.add(contract.previewImport, ({ body }) => userImport.preview(body.csv));
  router.add(contract.importUsers, async ({ actor, origin, body }) => ({
    added: await userImport.import(actor, origin, body.csv, body.digest),
  }));
  router.addDownload(contract.exportUsers, ({ body }) => ({
    name: 'users.csv',
    contentType: 'text/csv; charset=utf-8',
    content: exportUsers(db, body.users),
  }));
}
