/**
 * Teaches the visitor that dependency-cruiser walks with about `using` declarations, which swc parses but its
 * visitor refuses as unknown. Imports inside of them are visited like in any other declaration.
 */
const { Visitor } = require('@swc/core/Visitor');

/** @typedef {{ type: string, decls?: unknown }} Node */
/** @type {Record<'visitStatement' | 'visitVariableDeclarators', (node: unknown) => unknown>} */
const visits = /** @type {never} */ (Visitor.prototype);
const { visitStatement } = visits;

visits.visitStatement = function visitStatementOrUsing(statement) {
  const node = /** @type {Node} */ (statement);
  if (node.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  node.decls = this.visitVariableDeclarators(node.decls);
  return node;
};
