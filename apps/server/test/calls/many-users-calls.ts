import { previewImport } from '@gatewarden/contract/user-import';
import type { CallInput, CallRow } from './call-example.ts';

let count = 0;

/** A file of one person. */
function newCsvFile(): string {
  count += 1;
  return `username,first_name,last_name,email\nimported${count},Ida,Imported,imported${count}@example.com\n`;
}

/** Calls that are about many people at once. */
export const manyUsersCalls: Readonly<Record<string, CallRow>> = {
  'PUT /users/status': { access: 'admin', input: (_, { id }) => ({ body: { users: [id], is_active: false } }) },
  'POST /users/delete': { access: 'admin', input: (_, { id }) => ({ body: { users: [id] } }) },
  'POST /users/import/preview': {
    access: 'admin',
    input: () => ({ body: { csv: newCsvFile() } }),
    leavesNoEvent: 'it only asks',
  },
  'POST /users/import': {
    access: 'admin',
    input: async ({ given }): Promise<CallInput> => {
      const csv = newCsvFile();
      const admin = await given.admin();
      const { digest } = await admin.call(previewImport, { body: { csv } });
      return { body: { csv, digest } };
    },
  },
  'POST /users/export': {
    access: 'admin',
    input: (_, { id }) => ({ body: { users: [id] } }),
    leavesNoEvent: 'it only asks',
  },
};
