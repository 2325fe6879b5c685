// The client that connect.slow.test.ts puts under test. Its argument is the directory of the suite's schemas.
import { importTypeScript } from '../../scripts/import-typescript.js';

const { answerRequests } = await importTypeScript('test/conformance/connect-client.ts');
await answerRequests(process.argv[2]);
