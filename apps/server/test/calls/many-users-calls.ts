import { previewImport } from '@gatewarden/contract/user-import';
import type { CallInput, CallRow } from './call-example.ts';

let count = 0;

/** A CSV file with one user. */
function newCsvFile(): string {
  count += 1;
  return `username,first_name,last_name,email\nimported${count},Ida,Imported,imported${count}@example.com\n`;
}

/** Calls that act on many users. */
export const manyUsersCalls: Readonly<Record<string, CallRow>> = {
  'PUT /users/status': { access: 'admin', input: (_, { id }) => ({ body: { users: [id], is_active: false } }) },
  'POST /users/delete': { access: 'admin', input: (_, { id }) => ({ body: { users: [id] } }) },
  'POST /users/import/preview': {
    access: 'admin',
    input: () => ({ body: { csv: newCsvFile() } }),
    leavesNoEvent: 'it only reads',
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
    leavesNoEvent: 'it only reads',
  },
};
