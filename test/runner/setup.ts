import { installAct } from './act.js';

/** Building takes longer than a test may. */
export default async function setup(): Promise<void> {
  await installAct();
}
