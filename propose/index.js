import process from 'node:process';

// Both actions are one bundle.
process.argv[2] = 'propose';
await import('../dist/action.js');
