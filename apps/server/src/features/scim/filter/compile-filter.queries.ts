import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ScimError } from '../protocol/scim-error.ts';
import type { AttributePath, Filter, Operator } from './parse-filter.ts';
import type { FilterValue } from './token-reader.ts';

type Condition = RawBuilder<SqlBool>;

/** How an attribute is read in SQL. Only attributes of such a table can be filtered and sorted. */
export interface FilterAttribute {
  /** `exact`: a text with regard to case. */
  readonly type: 'text' | 'exact' | 'boolean' | 'instant';
  /** Null if the attribute has no value. */
  readonly expression: RawBuilder<unknown>;
  /** A condition for `eq` that an index serves. */
  readonly equals?: (value: string) => Condition;
}

/** A table with the items of an attribute. */
interface FilterItems {
  /** Whether an item satisfies the condition. */
  readonly exists: (condition: Condition) => Condition;
}

export interface FilterTable {
  /** By path in lower case, such as `name.givenname`. */
  readonly attributes: Readonly<Record<string, FilterAttribute>>;
  /** Attributes with several values, whose own paths compare their `value`. */
  readonly items: Readonly<Record<string, FilterItems | 'one'>>;
  /** The schema of the resource, in lower case. */
  readonly schema: string;
}

const noValue = sql<SqlBool>`false`;

/**
 * Compiles a filter to a condition with bound parameters. An unknown attribute has no value (RFC 7644 §3.4.2).
 * @throws ScimError invalidFilter for a value that does not fit the attribute
 */
export function compileFilter(filter: Filter, table: FilterTable): Condition {
  return compile(filter, { table, prefix: '', count: { items: 0 } });
}

/** What to sort by; undefined for an unknown attribute and for one that has a value for each item. */
export function sortExpression(table: FilterTable, path: string | undefined): RawBuilder<unknown> | undefined {
  const name = path?.split('.', 1)[0] ?? '';
  const items = itemsOf(table, name);
  if (path === undefined || (items && items !== 'one')) return undefined;
  return lookUp(table, items && path === name ? `${path}.value` : path)?.expression;
}

interface Scope {
  readonly table: FilterTable;
  /** The attribute whose items are filtered, with a dot; empty outside of brackets. */
  readonly prefix: string;
  /** Conditions about items so far, each of which is a subquery. */
  readonly count: { items: number };
}

function compile(filter: Filter, scope: Scope): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => compile(part, scope));
      return sql<SqlBool>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<SqlBool>`not coalesce(${compile(filter.filter, scope)}, false)`;
    case 'where':
      return compileItems(filter.path, filter.filter, scope);
    case 'present':
      return compileTerm(filter.path, scope, ({ expression }) => sql<SqlBool>`${expression} is not null`);
    case 'compare': {
      const { operator, value } = filter;
      return compileTerm(filter.path, scope, (attribute) => compare(attribute, operator, value), operator === 'ne');
    }
  }
}

function compileItems({ schema, name }: AttributePath, filter: Filter, { table, prefix, count }: Scope): Condition {
  const items = isOfSchema(schema, table) && prefix === '' ? itemsOf(table, name) : undefined;
  if (!items) return noValue;
  const condition = compile(filter, { table, prefix: `${name}.`, count });
  return items === 'one' ? condition : exists(items, condition, count);
}

/** `ne` without a value is true. */
function compileTerm(
  { schema, name, sub }: AttributePath,
  { table, prefix, count }: Scope,
  condition: (attribute: FilterAttribute) => Condition,
  ifUnknown = false,
): Condition {
  const unknown = ifUnknown ? sql<SqlBool>`true` : noValue;
  if (!isOfSchema(schema, table)) return unknown;
  const path = prefix + (sub === undefined ? name : `${name}.${sub}`);
  const items = prefix === '' ? itemsOf(table, name) : undefined;
  const attribute = lookUp(table, items && sub === undefined ? `${path}.value` : path);
  if (!attribute) return unknown;
  const compiled = condition(attribute);
  return items && items !== 'one' ? exists(items, compiled, count) : compiled;
}

/** PostgreSQL needs seconds to plan a hundred subqueries; clients send one or two. */
const maxItemConditions = 20;

/** @throws ScimError invalidFilter */
function exists(items: FilterItems, condition: Condition, count: Scope['count']): Condition {
  count.items += 1;
  if (count.items > maxItemConditions)
    throw new ScimError(
      'invalidFilter',
      `A filter can have at most ${maxItemConditions} conditions about groups or members`,
    );
  return items.exists(condition);
}

function itemsOf(table: FilterTable, name: string) {
  return Object.hasOwn(table.items, name) ? table.items[name] : undefined;
}

function lookUp(table: FilterTable, path: string): FilterAttribute | undefined {
  return Object.hasOwn(table.attributes, path) ? table.attributes[path] : undefined;
}

function isOfSchema(schema: string | undefined, table: FilterTable): boolean {
  return schema === undefined || schema === table.schema;
}

const comparisons = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

function compare(attribute: FilterAttribute, operator: Operator, value: FilterValue): Condition {
  const { type, expression } = attribute;
  if (value === null) return compareNull(expression, operator);
  if (type === 'boolean') return compareBoolean(expression, operator, value);
  if (type === 'instant') return compareOrdered(expression, operator, readInstant(value));
  const text = String(value);
  if (operator === 'eq' && attribute.equals) return attribute.equals(text);
  // ASCII letters, as user names and email addresses are compared everywhere
  const fold = (side: RawBuilder<unknown>) => (type === 'text' ? sql`lower((${side})::text collate "C")` : side);
  const [left, right] = [fold(expression), fold(sql`${text}::text`)];
  if (operator === 'co') return sql<SqlBool>`position(${right} in ${left}) > 0`;
  if (operator === 'sw') return sql<SqlBool>`starts_with(${left}, ${right})`;
  if (operator === 'ew') return sql<SqlBool>`right(${left}, length(${right})) = ${right}`;
  return compareOrdered(left, operator, right);
}

function compareOrdered(left: RawBuilder<unknown>, operator: Operator, right: RawBuilder<unknown>): Condition {
  if (operator === 'ne') return sql<SqlBool>`${left} is distinct from ${right}`;
  if (!(operator in comparisons)) throw new ScimError('invalidFilter', `The operator ${operator} needs a text`);
  return sql<SqlBool>`${left} ${sql.raw(comparisons[operator as keyof typeof comparisons])} ${right}`;
}

function compareNull(expression: RawBuilder<unknown>, operator: Operator): Condition {
  if (operator === 'eq') return sql<SqlBool>`${expression} is null`;
  if (operator === 'ne') return sql<SqlBool>`${expression} is not null`;
  throw new ScimError('invalidFilter', `The operator ${operator} cannot compare null`);
}

function compareBoolean(expression: RawBuilder<unknown>, operator: Operator, value: FilterValue): Condition {
  const wanted = String(value).toLowerCase();
  if ((operator !== 'eq' && operator !== 'ne') || (wanted !== 'true' && wanted !== 'false'))
    throw new ScimError('invalidFilter', 'This attribute is compared by eq or ne with true or false');
  return compareOrdered(expression, operator, sql`${wanted === 'true'}::boolean`);
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/;

function readInstant(value: FilterValue): RawBuilder<unknown> {
  const text = String(value);
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const at = instantPattern.test(text) ? new Date(hasZone ? text : `${text}Z`) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) throw new ScimError('invalidFilter', 'This attribute is compared with a date-time');
  return sql`${at}::timestamptz`;
}
