// Comes before all that makes schemas. Our pages run no code made from text; Zod tries whether they do when the first
// schema is made, and the browser counts even that as a breach of the page's rules.
import { config } from 'zod';

config({ jitless: true });
