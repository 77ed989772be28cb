import { parseArgs } from "node:util";
import { dryTreasury, fullDisk, killing, pulledLink, skewedClock, stoppedDatabase } from "./causes.ts";
import { driveMonitoring } from "./drive.ts";

const TOLD_WITHIN_S = 60;

/** `npm run test:faults:monitoring [-- --minutes N]`: all causes, one after the other; processes are killed for so long. */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "5" } } });
const killed = killing(Number(values.minutes) * 60_000);
const causes = [pulledLink, fullDisk, stoppedDatabase, skewedClock, dryTreasury(), killed];
const outcomes = await driveMonitoring(causes, console.log);
const wrong = outcomes.filter(
  ({ issues, notices, isAutoResolved, occurrences, found, isCritical, isToldAfter, seconds }) =>
    issues.length !== 1 ||
    notices !== 1 ||
    !isAutoResolved ||
    occurrences !== found ||
    (isCritical && !isToldAfter && seconds.notice > TOLD_WITHIN_S),
);
console.log(wrong.length === 0 ? `${outcomes.length} causes: each one issue and one message` : "NOT as it should be:");
for (const outcome of wrong) console.log(JSON.stringify(outcome));
process.exitCode = wrong.length === 0 ? 0 : 1;
