import { measureHousePayments } from "./house-payments.ts";
import { lineOfResult, type Result } from "./results.ts";
import { measureUserSends } from "./user-sends.ts";

function say(results: readonly Result[]): void {
  for (const result of results) console.log(lineOfResult(result));
}

say(await measureHousePayments(1, 10, 2));
say(await measureHousePayments(20, 10, 3));
say(await measureUserSends(50, 4, 2));
