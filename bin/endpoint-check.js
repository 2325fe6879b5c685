#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const clone = dirname(__dirname);
if (existsSync(join(clone, 'dist', 'cli.cjs'))) {
  require('../dist/cli.cjs')
    .main()
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
} else {
  console.error(`endpoint-check is not built yet: run npm ci in ${clone}`);
  process.exitCode = 3;
}
