import * as v from "valibot";
import { CsvOutput } from "./people.ts";
import { says } from "./values/field-sentences.ts";
import { requiredText } from "./values/fields.ts";

/** What an accountant is given of a period: every movement, the fees among them, deposits, and what it comes to by asset. */
export const ACCOUNT_PARTS = ["movements", "fees", "deposits", "assets"] as const;
export const AccountPart = v.picklist(ACCOUNT_PARTS);
export type AccountPart = v.InferOutput<typeof AccountPart>;

/** Longer ones are asked for in parts: a year and a day. */
const MOST_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;
const Day = v.pipe(v.string(), v.isoDate(says("day")));

/** The days `from` to `to`, both of them, by UTC. */
export const AccountsQuery = v.pipe(
  v.strictObject({ part: AccountPart, from: Day, to: Day, reason: requiredText(500, says("say-why")) }),
  v.forward(
    v.check(
      ({ from, to }) => {
        const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
        return days >= 0 && days < MOST_DAYS;
      },
      says("period", { most: MOST_DAYS }),
    ),
    ["to"],
  ),
);
export type AccountsQuery = v.InferOutput<typeof AccountsQuery>;
export const AccountsOutput = CsvOutput;
