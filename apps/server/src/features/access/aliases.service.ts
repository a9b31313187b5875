import { isDeepStrictEqual } from 'node:util';
import type { EditAccessAlias } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import * as queries from './aliases.queries.ts';
import { readAlias } from './read-rule.ts';
import { lockDeployments } from './rules.queries.ts';
import { requireStoredSize } from './stored-size.ts';

export interface AliasesService {
  /** By name; a pending change follows its alias. */
  list(): Promise<queries.AliasRow[]>;
  /** @throws access_alias_not_found */
  get(id: number): Promise<queries.AliasRow>;
  /** Rules can use it immediately. @throws what `readAlias` throws, access_rules_too_large */
  add(origin: Origin, body: EditAccessAlias): Promise<queries.AliasRow>;
  /**
   * Changes a pending change; a deployed alias gets one, which replaces an earlier one. Returns the row that has it.
   * @throws access_alias_not_found, and what `add` throws
   */
  update(origin: Origin, id: number, body: EditAccessAlias): Promise<queries.AliasRow>;
  /** With its pending change; or discards a pending change. @throws access_alias_not_found, access_alias_in_use */
  remove(origin: Origin, id: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
}

export function createAliasesService({ db, events }: Dependencies): AliasesService {
  async function find(reader: Database | Tx, id: number): Promise<queries.AliasRow> {
    const [alias] = await queries.findAliases(reader, [id]);
    if (!alias) throw aliasNotFound(id);
    return alias;
  }

  async function lock(tx: Tx, id: number): Promise<queries.AliasHead> {
    const alias = await queries.lockAlias(tx, id);
    if (!alias) throw aliasNotFound(id);
    return alias;
  }

  async function store(tx: Tx, { id, state }: queries.AliasHead, fields: queries.AliasFields): Promise<number> {
    if (state === 'modified') {
      await queries.setAlias(tx, id, fields);
      return id;
    }
    await queries.deletePendingChild(tx, id);
    return queries.insertAlias(tx, { ...fields, parent_id: id, state: 'modified' });
  }

  return {
    list: () => queries.listAliases(db),
    get: (id) => find(db, id),
    add(origin, body) {
      const fields = readAlias(body);
      return inTransaction(db, async (tx) => {
        const id = await queries.insertAlias(tx, { ...fields, parent_id: null, state: 'applied' });
        await requireStoredSize(tx);
        await events.publish(tx, 'access.alias-added', origin, { alias: { id, name: fields.name } });
        return find(tx, id);
      });
    },
    update(origin, id, body) {
      const fields = readAlias(body);
      return inTransaction(db, async (tx) => {
        const head = await lock(tx, id);
        const { name } = await find(tx, id);
        const current = await find(tx, (await queries.findPendingChild(tx, id)) ?? id);
        if (hasValues(current, fields)) return current;
        const after = await find(tx, await store(tx, head, fields));
        await requireStoredSize(tx);
        await events.publish(tx, 'access.alias-modified', origin, {
          before: { id, name },
          after: { id: after.id, name: after.name },
        });
        return after;
      });
    },
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        // a deployment could replace the alias in rules meanwhile
        await lockDeployments(tx);
        const { state } = await lock(tx, id);
        const alias = { id, name: (await find(tx, id)).name };
        const rules = await queries.listRulesUsing(tx, id);
        if (rules.length > 0) throw new DomainError('access_alias_in_use', { rules: rules.join(', '), id });
        await queries.deleteAlias(tx, id);
        await events.publish(tx, state === 'modified' ? 'access.alias-discarded' : 'access.alias-removed', origin, {
          alias,
        });
      }),
  };
}

function hasValues(
  { kind, name, destination, ports, protocols }: queries.AliasRow,
  fields: queries.AliasFields,
): boolean {
  return isDeepStrictEqual({ kind, name, destination, ports, protocols }, fields);
}

function aliasNotFound(id: number): DomainError {
  return new DomainError('access_alias_not_found', { id });
}
