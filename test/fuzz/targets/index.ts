import { addressTarget, ipTarget } from './addresses.js';
import { answerTarget, websocketTarget } from './answers.js';
import { editTarget } from './edits.js';
import { formatTargets } from './formats.js';
import { grpcWebTarget, messageTarget, protobufTarget, statusTarget } from './grpc.js';
import { historyTarget } from './history.js';
import { jsonTarget } from './json.js';
import { listTargets } from './lists.js';
import { cursorTarget, optionTarget, requestTarget } from './options.js';
import { reportTarget } from './reports.js';
import { foreignTargets } from './foreign.js';
import { linesTarget } from './lines.js';
import type { Target } from './target.js';
import { textTarget } from './texts.js';

/** All targets. */
export const targets: readonly Target[] = [
  jsonTarget,
  linesTarget,
  ...foreignTargets,
  ...formatTargets,
  ...listTargets,
  addressTarget,
  ipTarget,
  messageTarget,
  protobufTarget,
  statusTarget,
  grpcWebTarget,
  answerTarget,
  websocketTarget,
  historyTarget,
  optionTarget,
  requestTarget,
  cursorTarget,
  editTarget,
  textTarget,
  reportTarget,
];
