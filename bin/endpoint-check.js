#!/usr/bin/env node
'use strict';
require('../dist/cli.cjs')
  .main()
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
