import { installAct } from './act.js';
import { installReviewdog } from './reviewdog.js';

/** Building takes longer than a test may. */
export default async function setup(): Promise<void> {
  await installAct();
  await installReviewdog();
}
