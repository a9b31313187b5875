/**
 * Adds `using` declarations to the visitor of swc that dependency-cruiser uses: swc parses them, but its visitor
 * rejects them. Imports inside of them are visited like in other declarations.
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
