export { createEdges } from './edges.feature.ts';
